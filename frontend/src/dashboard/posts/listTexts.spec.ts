import {
  formatIn,
  KINDS as KINDS_OF_SERVER,
  LISTS,
  slugOf,
} from '../../../../backend/publishing/formats/lists';
import { ALL_KINDS, KINDS } from './kinds';
import { SCREENS } from '../screens';
import { declaredFormat } from './declaredFormat';

it('is the list of the server: every kind, with the same rules, under the same path', () => {
  expect(ALL_KINDS).toEqual(KINDS_OF_SERVER);
  expect(Object.keys(KINDS)).toEqual(KINDS_OF_SERVER);
  for (const list of LISTS) {
    expect(declaredFormat(list).rules).toBe(formatIn(list).rules);
    expect(declaredFormat(list).resource).toBe(list.path);
    expect(SCREENS.find(({ path }) => path === slugOf(list))?.liveQueries?.[0]).toMatchObject({
      queryKey: [list.path],
      topics: expect.arrayContaining([list.topic]) as unknown,
    });
  }
});

it('says of posts what the specification says', () => {
  const [, , photos] = LISTS.map((list) => declaredFormat(list));
  expect(photos?.texts).toMatchObject({
    upload: 'Upload photos',
    schedule: 'Schedule Photo',
    uploaded: 'Photos uploaded successfully!',
    rescheduleFailed: 'Failed to reschedule photo',
    retried: 'Queued again',
  });
  expect(Object.values(KINDS).map(({ label }) => label)).toEqual([
    'Facebook video',
    'Instagram video',
    'Photo',
    'Text',
  ]);
});

import type * as Formats from '../../../../backend/publishing/formats/formats';
import type * as Postcard from '../../../../test/support/postcard/postcard';
import { ALL_KINDS, KINDS } from './kinds';
import { ENTRIES } from '../shell/navigation';
import { TOPICS } from '../live/topics';
import { pathOf } from '../paths';

/** The list with one line more. */
jest.mock('../../../../backend/publishing/formats/formats', () => {
  const { FORMATS } = jest.requireActual<typeof Formats>('../../../../backend/publishing/formats/formats');
  const { POSTCARD_FORMAT } = jest.requireActual<typeof Postcard>(
    '../../../../test/support/postcard/postcard',
  );
  return { FORMATS: [...FORMATS, POSTCARD_FORMAT] };
});

it('shows a format that is added to the list: in the menu, the calendar and the live updates', () => {
  expect(ENTRIES).toContainEqual(
    expect.objectContaining({ to: '/dashboard/greetings-postcards', label: 'Postcards' }),
  );
  expect(pathOf('greetings-postcards')).toBe('greetings/postcards');
  expect(TOPICS).toContain('postcards');
  expect(ALL_KINDS).toContain('postcard');
  const { label, texts } = (KINDS as Record<string, (typeof KINDS)['photo']>).postcard ?? {};
  expect([label, texts?.uploaded]).toEqual(['Postcard', 'Postcards uploaded successfully!']);
});

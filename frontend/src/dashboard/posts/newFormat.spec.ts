import type * as Formats from '../../../../backend/publishing/formats/formats';
import type * as Postcard from '../../../../test/support/postcard/postcard';
import { ALL_KINDS, KINDS } from './kinds';
import { SCREENS } from '../screens';

/** The list with one line more. */
jest.mock('../../../../backend/publishing/formats/formats', () => {
  const { FORMATS } = jest.requireActual<typeof Formats>('../../../../backend/publishing/formats/formats');
  const { POSTCARD_FORMAT } = jest.requireActual<typeof Postcard>(
    '../../../../test/support/postcard/postcard',
  );
  return { FORMATS: [...FORMATS, POSTCARD_FORMAT] };
});

it('shows a new format in the menu, the calendar and the live updates', () => {
  expect(SCREENS).toContainEqual(
    expect.objectContaining({
      path: 'greetings-postcards',
      label: 'Postcards',
      liveQueries: [
        { queryKey: ['greetings/postcards'], topics: ['postcards', 'connections', 'subscriptions'] },
      ],
    }),
  );
  expect(ALL_KINDS).toContain('postcard');
  const { label, texts } = (KINDS as Record<string, (typeof KINDS)['photo']>).postcard ?? {};
  expect([label, texts?.uploaded]).toEqual(['Postcard', 'Postcards uploaded successfully!']);
});

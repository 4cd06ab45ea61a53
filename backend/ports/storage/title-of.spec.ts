import { titleOf } from './media-intake';

describe('titleOf', () => {
  it.each([
    ['Bread', 'a.mp4', 'Bread'],
    [undefined, 'cafe\u0301.mp4', 'cafe\u0301'],
    ['two\nlines', 'a.mp4', 'two lines'],
    [undefined, ' spaces .mp4', 'spaces'],
    [' ', '.mp4', 'Untitled'],
    [undefined, 'a'.repeat(300), 'a'.repeat(255)],
  ])('of %j and the file %j is %j', (given, file, title) => expect(titleOf(given, file)).toBe(title));
});

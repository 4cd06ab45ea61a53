import { tooLong } from './tooLong';

it('counts an emoji as one, like the server, and no white space around it all', () => {
  expect(tooLong(` ${'😀'.repeat(255)}\n`, 255)).toBeUndefined();
  expect(tooLong('😀'.repeat(1_258), 255)).toBe('Shorten it by 1,003.');
});

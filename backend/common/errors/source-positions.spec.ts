import { withSourcePositions } from './source-positions';

it('leaves a stack trace unchanged without a bundle', () => {
  const stack = new Error('unbundled').stack ?? '';
  expect(withSourcePositions(stack)).toBe(stack);
  const ofThisModule = `Error: x\n    at f (${__filename.replace('.spec', '')}:1:1)`;
  expect(withSourcePositions(ofThisModule)).toBe(ofThisModule);
});

import { withSourcePositions } from './source-positions';

it('leaves a stack as it is where nothing is bundled', () => {
  const stack = new Error('unbundled').stack ?? '';
  expect(withSourcePositions(stack)).toBe(stack);
  const ofThisModule = `Error: x\n    at f (${__filename.replace('.spec', '')}:1:1)`;
  expect(withSourcePositions(ofThisModule)).toBe(ofThisModule);
});

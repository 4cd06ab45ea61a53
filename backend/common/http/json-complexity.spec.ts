import fc from 'fast-check';
import { excessOf } from './json-complexity';

function shapeOf(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 0 };
  const inner = Object.values(value).map(shapeOf);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + Math.max(0, inner.length - 1) + inner.reduce((sum, { values }) => sum + values, 0),
  };
}

it('finds excess depth and excess values, whatever the strings contain', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6, stringUnit: 'binary' }), (text) => {
      const { depth, values } = shapeOf(JSON.parse(text));
      const most = 1_000_000;
      expect(excessOf(text, { depth, values: most })).toBeUndefined();
      expect(excessOf(text, { depth: most, values: values + 1 })).toBeUndefined();
      if (depth > 0) expect(excessOf(text, { depth: depth - 1, values: most })).toBe('depth');
      if (values > 0) expect(excessOf(text, { depth: most, values })).toBe('values');
    }),
    { examples: [['"[[[[,,,,"'], ['["\\\\",["\\"[,"]]'], ['"\\\\\\\\"']] },
  );
});

it.each(['"', '["\\', '"\\"', '}}}}', ']['])('terminates on %j, which is not JSON', (text) => {
  expect(excessOf(text, { depth: 9, values: 9 })).toBeUndefined();
});

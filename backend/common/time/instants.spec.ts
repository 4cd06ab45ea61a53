import fc from 'fast-check';
import { toIso, toIsoOrNull } from './instants';

const END_OF_TIME = 8_640_000_000_000_000;

it('formats an instant as Date does', () => {
  fc.assert(
    fc.property(fc.integer({ min: -END_OF_TIME, max: END_OF_TIME }), (ms) => {
      expect(toIso(ms)).toBe(new Date(ms).toISOString());
    }),
    {
      numRuns: 20_000,
      examples: [[0], [-1], [951_782_399_999], [951_782_400_000], [253_402_300_800_000], [END_OF_TIME]],
    },
  );
});

it('refuses what Date refuses', () => {
  for (const ms of [NaN, Infinity, END_OF_TIME + 1]) expect(() => toIso(ms)).toThrow(RangeError);
});

it('maps an absent instant to null', () => {
  expect([toIsoOrNull(null), toIsoOrNull(undefined), toIsoOrNull(0)]).toEqual([
    null,
    null,
    '1970-01-01T00:00:00.000Z',
  ]);
});

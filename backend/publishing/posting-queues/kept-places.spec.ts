import { KeptPlaces, type Places } from './kept-places';

const places = (count: number): Places =>
  new Map(Array.from({ length: count }, (_, n) => [n, { position: n + 1, nextAt: null, why: null }]));

describe('KeptPlaces', () => {
  let kept: KeptPlaces;
  beforeEach(() => (kept = new KeptPlaces()));

  const keep = (account: number, count = 1000) => {
    const all = places(count);
    kept.set(account, 'one', { places: all, from: 10, until: 20 });
    return all;
  };

  it('gives back what holds', () => {
    const all = keep(1);
    expect(kept.get(1, 'one', 10)).toBe(all);
    expect(kept.get(1, 'one', 19)).toBe(all);
    expect(kept.get(2, 'one', 10)).toBeUndefined();
  });

  it.each([
    ['in another version', 'two', 15],
    ['after its time', 'one', 20],
    ['before its time', 'one', 9],
  ])('forgets what no longer holds: %s', (_, version, now) => {
    keep(1);
    expect(kept.get(1, version, now)).toBeUndefined();
    expect(kept.get(1, 'one', 15)).toBeUndefined();
  });

  it('keeps no short queue, and never more than its share of the memory', () => {
    keep(1, 499);
    keep(2, 100_001);
    expect([kept.get(1, 'one', 15), kept.get(2, 'one', 15)]).toEqual([undefined, undefined]);
    keep(3, 60_000);
    const newer = keep(3, 70_000);
    expect(kept.get(3, 'one', 15)).toBe(newer);
    const other = keep(4, 40_000);
    expect([kept.get(3, 'one', 15), kept.get(4, 'one', 15)]).toEqual([undefined, other]);
  });
});

import { inChosenOrder, moved, placeByKey } from './order';

describe('the order of a queue', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, 9, 'bca'],
    [2, -4, 'cab'],
  ])('changes when %i comes to %i', (from, to, expected) => {
    expect(moved([...'abc'], from, to).join('')).toBe(expected);
  });

  it('outlives posts that come and go', () => {
    const list = [1, 2, 4, 5].map((id) => ({ id }));
    expect(inChosenOrder(list, [4, 3, 1]).map(({ id }) => id)).toEqual([4, 1, 2, 5]);
  });

  it('changes by keys, within the queue', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'Home', 'End', 'Enter'];
    expect(keys.map((key) => placeByKey(key, 1, 4))).toEqual([0, 2, 0, 3, undefined]);
    expect(keys.map((key) => placeByKey(key, 0, 1))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

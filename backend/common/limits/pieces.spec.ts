import { pieces } from './pieces';

describe('pieces', () => {
  it('keeps the order and has none that is empty', () => {
    expect([...pieces([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
    expect([...pieces([1, 2], 2)]).toEqual([[1, 2]]);
    expect([...pieces([], 2)]).toEqual([]);
  });

  it('ends a piece before it weighs too much, and leaves what weighs more alone', () => {
    const weightOf = (weight: number) => weight;
    expect([...pieces([3, 4, 4, 11, 0, 10, 1], 10, weightOf)]).toEqual([[3, 4], [4], [11], [0, 10], [1]]);
  });
});

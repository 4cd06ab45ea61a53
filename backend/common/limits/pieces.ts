/** Neighbours together, as many as weigh at most so much; what weighs more is alone. */
export function* pieces<Item>(
  items: readonly Item[],
  most: number,
  weightOf: (item: Item) => number = () => 1,
): Generator<Item[]> {
  let piece: Item[] = [];
  let weight = 0;
  for (const item of items) {
    if (piece.length > 0 && weight + weightOf(item) > most) {
      yield piece;
      piece = [];
      weight = 0;
    }
    piece.push(item);
    weight += weightOf(item);
  }
  if (piece.length > 0) yield piece;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const touch = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const holds = (outer: Box, inner: Box) =>
  outer.left <= inner.left &&
  outer.top <= inner.top &&
  outer.right >= inner.right &&
  outer.bottom >= inner.bottom;

const distance = (a: Box, b: Box) => Math.abs(a.left - b.left) + Math.abs(a.top - b.top);

/** The position nearest to the wanted one where a box within the bounds touches no other; undefined: none. */
export function nearestFree(wanted: Box, others: Box[], bounds: Box): Box | undefined {
  const width = wanted.right - wanted.left;
  const height = wanted.bottom - wanted.top;
  const near = others.filter((other) => touch(other, bounds));
  // The nearest free position touches another box or the wanted position.
  const lefts = [wanted.left, ...near.flatMap(({ left, right }) => [left - width, right])];
  const tops = [wanted.top, ...near.flatMap(({ top, bottom }) => [top - height, bottom])];
  return lefts
    .flatMap((left) => tops.map((top) => ({ left, top, right: left + width, bottom: top + height })))
    .filter((place) => holds(bounds, place))
    .sort((a, b) => distance(a, wanted) - distance(b, wanted))
    .find((place) => !near.some((other) => touch(other, place)));
}

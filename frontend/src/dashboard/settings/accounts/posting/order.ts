/** The list with the one at `from` at `to`. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, n) => n !== from);
  const place = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, place), ...list.slice(from, from + 1), ...others.slice(place)];
}

/** Those that are still there, in the order that was chosen; what came meanwhile comes last. */
export function inChosenOrder<T extends { id: number }>(list: readonly T[], ids: readonly number[]): T[] {
  const place = new Map(ids.map((id, n) => [id, n]));
  const placeOf = ({ id }: T) => place.get(id) ?? Infinity;
  return [...list].sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}

const PLACES: Record<string, (at: number, count: number) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Where a key moves it; undefined for another key, and where it stands already. */
export function placeByKey(key: string, at: number, count: number): number | undefined {
  const place = PLACES[key]?.(at, count);
  return place === undefined || place === at || place < 0 || place >= count ? undefined : place;
}

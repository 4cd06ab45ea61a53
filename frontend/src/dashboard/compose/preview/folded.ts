import type { Network } from '../../accounts/account';

/** What a network shows before 'more'. Neither says how much; these are what its apps show. */
const SHOWN: Record<Network, { characters: number; lines: number }> = {
  facebook: { characters: 240, lines: 5 },
  instagram: { characters: 125, lines: 2 },
};

/** Over a film there is room for one line. */
const OVER_FILM = { characters: 55, lines: 1 };

/** The beginning that is shown of a text; null: it is shown whole. */
export function folded(text: string, network: Network, isOverFilm = false): string | null {
  const { characters, lines } = isOverFilm ? OVER_FILM : SHOWN[network];
  const few = text.split('\n').slice(0, lines).join('\n');
  const points = [...few];
  if (few.length === text.length && points.length <= characters) return null;
  if (points.length <= characters) return few.trimEnd();
  const start = points.slice(0, characters).join('');
  // At a space if there is one near the end.
  return start.replace(/\s+\S{0,20}$/, '').trimEnd();
}

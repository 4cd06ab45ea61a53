/** Such as `2026-11-23T08-10-00Z`: the instant at which a backup was taken, and a number from the second of a second on. */
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z(-\d+)?$/;

export const isBackupName = (text: string): boolean => NAME.test(text);

/** The name of a backup that was taken then, beside those. The newest of a second has the highest number. */
export function nextName(instant: number, names: string[]): string {
  const first = new Date(instant)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const last = names
    .filter((name) => name.startsWith(first))
    .sort(byAge)
    .at(-1);
  return last === undefined ? first : `${first}-${numberOf(last) + 1}`;
}

/** The oldest first; `…Z-10` comes after `…Z-2`. */
export function byAge(one: string, other: string): number {
  const [first, second] = [one, other].map((name) => name.replace(/Z-\d+$/, 'Z')) as [string, string];
  if (first !== second) return first < second ? -1 : 1;
  return numberOf(one) - numberOf(other);
}

const numberOf = (name: string): number => Number(/Z-(\d+)$/.exec(name)?.[1] ?? 1);

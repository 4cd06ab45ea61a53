/** The value below which `share` of the values lie; between two of them it is interpolated. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Inter-quartile range as a share of the median: how much one round differs from another. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);
}

/** `ours / baseline` round by round, so that a machine that grows slower weighs on both sides alike. */
export function ratios(ours: readonly number[], baseline: readonly number[]): number[] {
  return ours.map((value, round) => value / baseline[round]!);
}

/** Runs the contenders in turn, A B C A B C …; the first lap warms up and is not counted. */
export async function inTurns<Name extends string, Result>(
  rounds: number,
  contenders: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const result = await contenders[name]();
      if (round >= 0) results[name].push(result);
    }
  }
  return results;
}

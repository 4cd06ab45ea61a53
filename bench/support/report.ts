import { loadavg } from 'node:os';
import { median, ratios, spread } from './statistics';

/** A baseline that differs more than this from round to round carries no verdict. */
const MOST_SPREAD = 0.2;

export type Verdict = 'met' | 'MISSED' | 'too noisy' | 'for information';

export interface Row {
  what: string;
  ours: string;
  baseline: string;
  ratio: string;
  target: string;
  spread: string;
  verdict: Verdict;
}

export interface Benchmark {
  name: string;
  run(): Promise<Row[]>;
}

const HEADINGS: Record<keyof Row, string> = {
  what: 'measured',
  ours: 'ours',
  baseline: 'baseline',
  ratio: 'ratio',
  target: 'target',
  spread: 'spread ours/base',
  verdict: 'verdict',
};

/** Ours against a baseline of the same run. The ratio has a bound on one side, or the row only informs. */
export function comparison(
  what: string,
  ours: readonly number[],
  baseline: readonly number[],
  { unit, baselineName, atLeast, atMost }: Bound & { baselineName: string },
): Row {
  const ratio = median(ratios(ours, baseline));
  const targets = [
    ...(atLeast === undefined ? [] : [`>= ${atLeast.toFixed(2)}`]),
    ...(atMost === undefined ? [] : [`<= ${atMost.toFixed(2)}`]),
  ];
  return {
    what,
    ours: `${show(median(ours))} ${unit}`,
    baseline: `${show(median(baseline))} ${unit} (${baselineName})`,
    ratio: ratio.toFixed(2),
    target: targets.join(', '),
    spread: `${percent(spread(ours))} / ${percent(spread(baseline))}`,
    verdict:
      targets.length === 0
        ? 'for information'
        : spread(baseline) > MOST_SPREAD
          ? 'too noisy'
          : judged(ratio >= (atLeast ?? -Infinity) && ratio <= (atMost ?? Infinity)),
  };
}

/** A figure against a bound of its own. */
export function bound(
  what: string,
  value: number,
  { unit, atMost, atLeast, values = [] }: Bound & { values?: readonly number[] },
): Row {
  return {
    what,
    ours: `${show(value)} ${unit}`,
    baseline: '',
    ratio: '',
    target: [
      ...(atLeast === undefined ? [] : [`>= ${show(atLeast)} ${unit}`]),
      ...(atMost === undefined ? [] : [`<= ${show(atMost)} ${unit}`]),
    ].join(', '),
    spread: values.length > 1 ? percent(spread(values)) : '',
    verdict:
      atMost === undefined && atLeast === undefined
        ? 'for information'
        : judged(value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity)),
  };
}

interface Bound {
  unit: string;
  atMost?: number;
  atLeast?: number;
}

export function printTable(name: string, rows: readonly Row[]): void {
  const columns = Object.keys(HEADINGS) as (keyof Row)[];
  const widths = columns.map((column) =>
    Math.max(HEADINGS[column].length, ...rows.map((row) => row[column].length)),
  );
  const line = (cells: string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n]!)).join(' | ')} |`;
  console.log(`\n## ${name} (load ${loadavg()[0]!.toFixed(2)})\n`);
  console.log(line(columns.map((column) => HEADINGS[column])));
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of rows) console.log(line(columns.map((column) => row[column])));
}

const judged = (met: boolean): Verdict => (met ? 'met' : 'MISSED');
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const show = (value: number): string => value.toFixed(value === 0 ? 0 : digitsOf(Math.abs(value)));
const digitsOf = (value: number): number => (value >= 100 ? 0 : value >= 1 ? 1 : 3);

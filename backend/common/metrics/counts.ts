import { Injectable } from '@nestjs/common';
import {
  METRICS,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type MetricName,
} from './declarations';

/** One line of a scrape. `part`: the suffix of a line of a histogram. */
export interface Sample {
  metric: MetricName;
  part?: '_bucket' | '_sum' | '_count';
  labels: Record<string, string | number>;
  value: number;
}

/** Series of one metric beyond which labels without a list of values get the value `other`. */
const MOST_SERIES = 1_000;
const OTHER = 'other';

/**
 * Counts what happens in this process, for those who scrape it. Most installations are never scraped, so counting is no
 * more than a look into a map, and the library that writes the answer is loaded by the first scrape.
 */
@Injectable()
export class Counts {
  private readonly counters = families<CounterName, Count>('counter', () => ({ value: 0 }));
  private readonly histograms = families<HistogramName, Spread>('histogram', (name) => ({
    below: new Array<number>(bucketsOf(name).length).fill(0),
    count: 0,
    sum: 0,
  }));

  add<Name extends CounterName>(metric: Name, labels: LabelsOf<Name>, by = 1): void {
    this.counters[metric].at(labels).value += by;
  }

  observe<Name extends HistogramName>(metric: Name, labels: LabelsOf<Name>, value: number): void {
    const spread = this.histograms[metric].at(labels);
    const bucket = bucketsOf(metric).findIndex((limit) => value <= limit);
    if (bucket >= 0) spread.below[bucket] = (spread.below[bucket] ?? 0) + 1;
    spread.count++;
    spread.sum += value;
  }

  /**
   * Everything counted so far. A counter whose labels have lists of values has all its series from the start, so that
   * the first event is an increase.
   */
  samples(): Sample[] {
    return [
      ...Object.values(this.counters).flatMap((family) => family.samples(({ value }) => [{ value }])),
      ...Object.values(this.histograms).flatMap((family) => family.samples(linesOf(family.metric))),
    ];
  }
}

interface Count {
  value: number;
}

interface Spread {
  /** Values up to each limit of the buckets, and above the one before. */
  below: number[];
  count: number;
  sum: number;
}

type Line = Pick<Sample, 'part' | 'value'> & { le?: string | number };

const bucketsOf = (metric: HistogramName): readonly number[] => METRICS[metric].buckets;

const linesOf =
  (metric: HistogramName) =>
  ({ below, count, sum }: Spread): Line[] => {
    let upTo = 0;
    const buckets = bucketsOf(metric).map((le, n): Line => {
      upTo += below[n] ?? 0;
      return { part: '_bucket', le, value: upTo };
    });
    return [
      ...buckets,
      { part: '_bucket', le: '+Inf', value: count },
      { part: '_sum', value: sum },
      { part: '_count', value: count },
    ];
  };

/** The series of one metric. */
class Family<Name extends CounterName | HistogramName, Value> {
  private readonly names: string[];
  private readonly lists: Readonly<Record<string, readonly string[] | string>>;
  private readonly series = new Map<string, { labels: Record<string, string>; value: Value }>();

  constructor(
    readonly metric: Name,
    private readonly empty: (metric: Name) => Value,
  ) {
    this.lists = METRICS[metric].labels;
    this.names = Object.keys(this.lists);
    if (this.hasFewSeries()) for (const labels of combinations(this.lists)) this.add(labels);
  }

  at(labels: LabelsOf<Name>): Value {
    const given = labels as Record<string, string>;
    const known = this.series.get(this.keyOf(given));
    if (known) return known.value;
    return this.series.size < MOST_SERIES ? this.add(given) : this.atOther(given);
  }

  samples(lines: (value: Value) => Line[]): Sample[] {
    return [...this.series.values()].flatMap(({ labels, value }) =>
      lines(value).map(({ le, ...line }) => ({
        metric: this.metric,
        labels: le === undefined ? labels : { ...labels, le },
        ...line,
      })),
    );
  }

  private keyOf(labels: Record<string, string>): string {
    let key = '';
    for (const name of this.names) key += `${labels[name]}\n`;
    return key;
  }

  private add(given: Record<string, string>): Value {
    const labels = Object.fromEntries(this.names.map((name) => [name, given[name] ?? '']));
    const value = this.empty(this.metric);
    this.series.set(this.keyOf(labels), { labels, value });
    return value;
  }

  /** No more routes than that exist. If that is ever wrong, memory and scrapes stay small. */
  private atOther(given: Record<string, string>): Value {
    const labels = Object.fromEntries(
      this.names.map((name) => [name, typeof this.lists[name] === 'string' ? OTHER : (given[name] ?? '')]),
    );
    return this.series.get(this.keyOf(labels))?.value ?? this.add(labels);
  }

  /** A histogram with labels would begin with hundreds of empty lines. */
  private hasFewSeries(): boolean {
    const isHistogram = METRICS[this.metric].type === 'histogram';
    return isHistogram
      ? this.names.length === 0
      : Object.values(this.lists).every((each) => typeof each !== 'string');
  }
}

function families<Name extends CounterName | HistogramName, Value>(
  type: 'counter' | 'histogram',
  empty: (metric: Name) => Value,
): { [Each in Name]: Family<Each, Value> } {
  const names = (Object.keys(METRICS) as MetricName[]).filter((name) => METRICS[name].type === type);
  const all: unknown = Object.fromEntries(names.map((name) => [name, new Family(name as Name, empty)]));
  return all as { [Each in Name]: Family<Each, Value> };
}

/** Every choice of one value for each label. */
const combinations = (
  lists: Readonly<Record<string, readonly string[] | string>>,
): Record<string, string>[] =>
  Object.entries(lists).reduce<Record<string, string>[]>(
    (all, [label, values]) =>
      all.flatMap((labels) => (values as readonly string[]).map((value) => ({ ...labels, [label]: value }))),
    [{}],
  );

/** A gauge, as a scrape finds it. */
export const gauge = <Name extends GaugeName>(
  metric: Name,
  labels: LabelsOf<Name>,
  value: number,
): Sample => ({
  metric,
  labels: labels as Record<string, string>,
  value,
});

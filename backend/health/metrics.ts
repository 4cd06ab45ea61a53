import { Injectable, Logger } from '@nestjs/common';
import type { Metric, Registry } from 'prom-client';
import { Counts, gauge, type Sample } from '../common/metrics/counts';
import { METRICS, type LabelsOf, type MetricName } from '../common/metrics/declarations';
import { withTimeout } from '../common/time/timeout';
import { AccountCensus } from './account-census';
import { ProcessSamples } from './process-samples';
import { RowSamples } from './row-samples';

/** Longest wait for one part of a scrape, below the ten seconds that Prometheus waits for the whole. */
const PART_MS = 2_000;

/** Falls back on what it found before. After a stall a second limit might end first, and it would tell nothing. */
const LIMITS_ITSELF: Part = 'storage';

/** Gauges with the suffix of a counter. The library has each of them also by type, without it. */
const MISNAMED = ['handles', 'requests', 'resources'].map((each) => `nodejs_active_${each}_total`);

type Part = LabelsOf<'pagecast_scrape_part_success'>['part'];

/** What could not be asked is told, too. */
const WITHOUT: Partial<Record<Part, Sample[]>> = { database: [gauge('pagecast_database_up', {}, 0)] };

/**
 * The metrics for Prometheus: what was counted, and what the rows, the disks and the servers say now. A part that fails
 * or does not answer in time is left out, and the others are told nevertheless.
 */
@Injectable()
export class Metrics {
  private readonly log = new Logger('Metrics');
  private readonly parts: Record<Part, () => Promise<Sample[]>>;
  /** One read of each part at a time: scrapes do not pile up in front of a server that is silent. */
  private readonly underWay = new Map<Part, Promise<Sample[]>>();
  private readonly failing = new Set<Part>();
  private processRegistry?: Registry;

  constructor(
    private readonly counts: Counts,
    private readonly processes: ProcessSamples,
    rows: RowSamples,
    census: AccountCensus,
  ) {
    this.parts = {
      database: () => processes.database(),
      storage: () => processes.storagePresence(),
      disks: () => processes.disks(),
      prober: () => processes.probing(),
      posts: () => rows.posts(),
      publishers: () => rows.publishers(),
      mails: () => rows.mails(),
      accounts: () => census.samples(),
    };
  }

  async exposition(): Promise<{ type: string; text: string }> {
    // Loaded on first use: most installations are never scraped.
    const { Registry, collectDefaultMetrics } = await import('prom-client');
    if (!this.processRegistry) {
      this.processRegistry = new Registry();
      collectDefaultMetrics({ register: this.processRegistry });
      for (const name of MISNAMED) this.processRegistry.removeSingleMetric(name);
    }
    const parts = await Promise.all((Object.keys(this.parts) as Part[]).map((part) => this.read(part)));
    const registry = new Registry();
    const samples = [...this.counts.samples(), ...this.processes.known(), ...parts.flat()];
    for (const [name, own] of byMetric(samples)) registry.registerMetric(asMetric(name, own));
    const merged = Registry.merge([registry, this.processRegistry]);
    return { type: merged.contentType, text: await merged.metrics() };
  }

  private async read(part: Part): Promise<Sample[]> {
    const success = (value: 0 | 1) => gauge('pagecast_scrape_part_success', { part }, value);
    try {
      const reading = this.reading(part);
      const samples = await (part === LIMITS_ITSELF ? reading : withTimeout(PART_MS, reading));
      this.failing.delete(part);
      return [...samples, success(1)];
    } catch (error) {
      if (!this.failing.has(part))
        this.log.warn({ err: error, part }, 'a part of the metrics could not be read');
      this.failing.add(part);
      return [...(WITHOUT[part] ?? []), success(0)];
    }
  }

  private reading(part: Part): Promise<Sample[]> {
    const running = this.underWay.get(part);
    if (running) return running;
    const begun = this.parts[part]().finally(() => this.underWay.delete(part));
    this.underWay.set(part, begun);
    return begun;
  }
}

/** In the order of the declarations. What is told twice is told as it was found last. */
function byMetric(samples: Sample[]): Map<MetricName, Sample[]> {
  const all = new Map<MetricName, Map<string, Sample>>();
  for (const name of Object.keys(METRICS) as MetricName[]) all.set(name, new Map());
  for (const sample of samples)
    all.get(sample.metric)?.set(`${sample.part ?? ''} ${JSON.stringify(sample.labels)}`, sample);
  return new Map([...all].filter(([, own]) => own.size > 0).map(([name, own]) => [name, [...own.values()]]));
}

/** What the library's registry needs of a metric to write it down. */
function asMetric(name: MetricName, samples: Sample[]): Metric {
  const { help, type } = METRICS[name];
  const values = samples.map(({ part = '', labels, value }) => ({
    metricName: `${name}${part}`,
    labels,
    value,
  }));
  const metric = { name, get: () => Promise.resolve({ name, help, type, values, aggregator: 'sum' }) };
  return metric as unknown as Metric;
}

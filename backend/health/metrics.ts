import { Injectable } from '@nestjs/common';
import type { Gauge, Registry } from 'prom-client';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import { OPEN, type PostStatus } from '../publishing/post-status';

const RECENT_MS = 3_600_000;

/** Posts under way are among those that come next: their `due_at` is the end of the lease, or the next try. */
const MOST_COUNTED = 10_000;

/**
 * The metrics for Prometheus. Posts and outcomes are computed from the rows on each request, so that every process
 * reports the same; HTTP requests are counted per process.
 */
@Injectable()
export class Metrics {
  private readonly requests = new Map<
    string,
    { labels: Record<string, string>; count: number; seconds: number }
  >();
  private processRegistry?: Registry;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly time: DatabaseTime,
  ) {}

  /** `route` is the pattern, never the path: paths contain ids and signatures. */
  countRequest(method: string, route: string, status: number, ms: number): void {
    const key = `${method} ${route} ${status}`;
    const entry = this.requests.get(key) ?? {
      labels: { method, route, status: String(status) },
      count: 0,
      seconds: 0,
    };
    entry.count++;
    entry.seconds += ms / 1000;
    this.requests.set(key, entry);
  }

  async exposition(): Promise<{ type: string; text: string }> {
    // Loaded on first use: most installations are never scraped.
    const { Registry, Gauge, collectDefaultMetrics } = await import('prom-client');
    if (!this.processRegistry) {
      this.processRegistry = new Registry();
      collectDefaultMetrics({ register: this.processRegistry });
    }
    const registry = new Registry();
    const gauge: MakeGauge = (name, help, labelNames = []) =>
      new Gauge({ name, help, labelNames, registers: [registry] });
    await this.describePosts(gauge);
    await this.describeCalls(gauge);
    await this.describeClock(gauge);
    this.describeRequests(gauge);
    const merged = Registry.merge([this.processRegistry, registry]);
    return { type: merged.contentType, text: await merged.metrics() };
  }

  private async describePosts(gauge: MakeGauge): Promise<void> {
    const now = this.clock.now();
    const due = await this.byStatus(withTime.where('due_at', '<=', now));
    const coming = await this.byStatus(withTime.where('due_at', '>', now));
    const open = gauge(
      'pagecast_posts_open',
      `Posts by status, of the ${MOST_COUNTED} that have been due longest and the ${MOST_COUNTED} that come next`,
      ['status'],
    );
    for (const status of OPEN) open.set({ status }, (due.get(status) ?? 0) + (coming.get(status) ?? 0));
    gauge('pagecast_queue_depth', `Posts that are due and not taken, up to ${MOST_COUNTED}`).set(
      [...due.values()].reduce((sum, count) => sum + count, 0),
    );
    const first = await this.db.row(
      withTime.where('due_at', '<=', now).select(({ fn }) => fn.min('due_at').as('oldest')),
    );
    gauge('pagecast_queue_oldest_seconds', 'How long the oldest of them has been due').set(
      first?.oldest ? (now - first.oldest) / 1000 : 0,
    );
  }

  /** Reads the index alone, and a bounded part of it: there may be ten million posts. */
  private async byStatus(posts: typeof withTime): Promise<Map<PostStatus, number>> {
    const first = posts.select('status').orderBy('due_at').limit(MOST_COUNTED).as('first');
    const rows = await this.db.rows(
      query
        .selectFrom(first)
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .groupBy('status'),
    );
    return new Map(rows.map(({ status, count }) => [status, count]));
  }

  private async describeCalls(gauge: MakeGauge): Promise<void> {
    const since = this.clock.now() - RECENT_MS;
    const outcomes = gauge('pagecast_network_steps_last_hour', 'Steps of publications in the last hour', [
      'step',
      'outcome',
    ]);
    const steps = await this.db.rows(
      query
        .selectFrom('publish_steps')
        .select(({ fn }) => ['step', 'outcome', fn.countAll<number>().as('count')])
        .where('started_at', '>', since)
        .groupBy(['step', 'outcome']),
    );
    for (const { step, outcome, count } of steps) outcomes.set({ step, outcome: outcome ?? 'open' }, count);
    const late = await this.db.row(latenessSince(since));
    gauge('pagecast_lateness_seconds_max_last_hour', 'From the due time to the first call').set(
      Number(late?.worst ?? 0) / 1000,
    );
    gauge('pagecast_lateness_seconds_mean_last_hour', 'From the due time to the first call').set(
      Number(late?.mean ?? 0) / 1000,
    );
  }

  private async describeClock(gauge: MakeGauge): Promise<void> {
    await this.time.measure();
    gauge('pagecast_clock_offset_seconds', "The database's time less this process's").set(
      this.time.offsetMs / 1000,
    );
  }

  private describeRequests(gauge: MakeGauge): void {
    const labels = ['method', 'route', 'status'];
    const count = gauge('pagecast_http_requests_total', 'Requests answered by this process', labels);
    const seconds = gauge('pagecast_http_request_seconds_total', 'Time spent on them', labels);
    for (const entry of this.requests.values()) {
      count.set(entry.labels, entry.count);
      seconds.set(entry.labels, entry.seconds);
    }
  }
}

const latenessSince = (instant: number) =>
  query
    .selectFrom('publish_steps as a')
    .innerJoin('posts as p', 'p.id', 'a.post_id')
    .select(({ eb, fn }) => {
      const late = eb('a.started_at', '-', eb.ref('p.scheduled_for'));
      return [
        fn<number | string | null>('max', [late]).as('worst'),
        fn<number | string | null>('avg', [late]).as('mean'),
      ];
    })
    .where('a.step', '=', 'start')
    .where('a.started_at', '>', instant);

const withTime = query.selectFrom('posts').where('due_at', 'is not', null);

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge;

import { Injectable } from '@nestjs/common';
import type { Gauge, Registry } from 'prom-client';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { OPEN, quoted } from '../publishing/post-status';

const RECENT_MS = 3_600_000;

/**
 * What Prometheus reads. Posts and outcomes are computed from the rows when somebody asks, so that every process tells
 * the same; requests are counted here, per process.
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

  /** `route` is the pattern, never the path: paths hold ids and signatures. */
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
    // Loaded when first asked for: most installations are never scraped.
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
    const depth = gauge('pagecast_posts_open', 'Posts with a time that are not published yet, by status', [
      'status',
    ]);
    const open = await this.db.rows<{ status: string; count: number }>(
      `SELECT status, COUNT(*) AS count FROM posts WHERE due_at IS NOT NULL AND status IN (${quoted(OPEN)}) GROUP BY status`,
    );
    for (const { status, count } of open) depth.set({ status }, count);
    const due = await this.db.row<{ count: number; oldest: number | null }>(
      'SELECT COUNT(*) AS count, MIN(due_at) AS oldest FROM posts WHERE due_at <= ?',
      [now],
    );
    gauge('pagecast_queue_depth', 'Posts that are due and not taken').set(due?.count ?? 0);
    gauge('pagecast_queue_oldest_seconds', 'How long the oldest of them has been due').set(
      due?.oldest ? (now - due.oldest) / 1000 : 0,
    );
  }

  private async describeCalls(gauge: MakeGauge): Promise<void> {
    const since = this.clock.now() - RECENT_MS;
    const outcomes = gauge('pagecast_network_steps_last_hour', 'Steps of publications in the last hour', [
      'step',
      'outcome',
    ]);
    const steps = await this.db.rows<{ step: string; outcome: string | null; count: number }>(
      'SELECT step, outcome, COUNT(*) AS count FROM attempts WHERE started_at > ? GROUP BY step, outcome',
      [since],
    );
    for (const { step, outcome, count } of steps) outcomes.set({ step, outcome: outcome ?? 'open' }, count);
    const late = await this.db.row<{ worst: number | string | null; mean: number | string | null }>(
      `SELECT MAX(a.started_at - p.scheduled_for) AS worst, AVG(a.started_at - p.scheduled_for) AS mean
         FROM attempts a JOIN posts p ON p.id = a.post_id WHERE a.step = 'start' AND a.started_at > ?`,
      [since],
    );
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

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge;

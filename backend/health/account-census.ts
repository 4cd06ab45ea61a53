import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { EventLoopShare } from '../common/limits/event-loop-share';
import { gauge, type Sample } from '../common/metrics/counts';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { prepared } from '../database/prepared';
import { query } from '../database/tables';

const NOT_SOONER_MS = 60_000;
const EXPIRING_MS = 7 * 86_400_000;
const READ_AT_ONCE = 1_000;

const NONE = { connected: 0, refused: 0, waiting: 0, unverified: 0, expiring: 0 };

/**
 * Counts the connected accounts by their state, at most once a minute. It reads all of them, some at a time, as no index
 * tells which are paused.
 */
@Injectable()
export class AccountCensus {
  private latest: Sample[] = [];
  private countedAt = -Infinity;

  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async samples(): Promise<Sample[]> {
    if (performance.now() - this.countedAt < NOT_SOONER_MS) return this.latest;
    const begunAt = performance.now();
    this.latest = await this.count();
    this.countedAt = begunAt;
    return this.latest;
  }

  private async count(): Promise<Sample[]> {
    const now = this.clock.now();
    const all = { ...NONE };
    const eventLoop = new EventLoopShare();
    for (let after: number | undefined = 0; after !== undefined;) {
      const slice: Slice | undefined = await this.db.row(SLICE({ after, now, soon: now + EXPIRING_MS }));
      after = slice?.last ?? undefined;
      // MySQL answers a sum as text, and both answer null for no rows.
      for (const each of Object.keys(all) as (keyof typeof NONE)[]) all[each] += Number(slice?.[each] ?? 0);
      await eventLoop.share();
    }
    return [
      gauge('pagecast_accounts_connected', {}, all.connected),
      gauge('pagecast_accounts_paused', { until: 'reconnected' }, all.refused),
      gauge('pagecast_accounts_paused', { until: 'instant' }, all.waiting),
      gauge('pagecast_accounts_unverified', {}, all.unverified),
      gauge('pagecast_accounts_expiring', {}, all.expiring),
    ];
  }
}

type Slice = { last: number | null } & Record<keyof typeof NONE, number | string | null>;

/** The next accounts by id, and how many of them are in each state. */
const SLICE = prepared(({ after, now, soon }: { after: number; now: number; soon: number }) =>
  query
    .selectFrom(
      query
        .selectFrom('accounts')
        .select((account) => [
          'id',
          account('removed_at', '=', 0).as('connected'),
          account('paused_reason', 'is not', null).as('paused'),
          'resumes_at',
          'verified_at',
          'expires_at',
          'data_access_expires_at',
        ])
        .where('id', '>', after)
        .orderBy('id')
        .limit(READ_AT_ONCE)
        .as('slice'),
    )
    .select((account) => {
      const { and, fn, lit, or, ref, val } = account;
      const connected = account('connected', '=', lit(true));
      const paused = and([connected, account('paused', '=', lit(true))]);
      const isSoon = (clock: 'expires_at' | 'data_access_expires_at') =>
        and([account(clock, '>', now), account(clock, '<=', soon)]);
      const number = (condition: typeof connected) =>
        fn.sum<number | string | null>(account.case().when(condition).then(lit(1)).else(lit(0)).end());
      return [
        fn.max<number | null>('id').as('last'),
        number(connected).as('connected'),
        number(and([paused, account('resumes_at', 'is', null)])).as('refused'),
        number(and([paused, account(ref('resumes_at'), '>', val(now))])).as('waiting'),
        number(and([connected, account('verified_at', 'is', null)])).as('unverified'),
        number(and([connected, or([isSoon('expires_at'), isSoon('data_access_expires_at')])])).as('expiring'),
      ];
    }),
);

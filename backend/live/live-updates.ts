import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { ServerResponse } from 'node:http';
import { Activity } from '../activity/activity';
import type { Caller } from '../common/http/caller.decorator';
import { EventLoopShare } from '../common/limits/event-loop-share';
import { Clock } from '../common/time/clock';
import { DatabaseTime } from '../database/database-time';
import { unavailable } from '../common/errors/errors';
import { Loop } from '../common/time/loop';
import { ChangeCounters, type Versions } from '../users/change-counters';
import { EventStream } from './event-stream';
import { missedSince } from './events.view';

const LOOK_EVERY_MS = 1_000;
const ROUND_EVERY_LOOKS = 15;

/** A change is committed a little after its instant was taken, and the clocks of several hosts differ. */
const OVERLAP_MS = 10_000;

const MOST_OF_USER = 20;

/** Their counters are read by one statement, which holds the process up on SQLite: nine rows each. */
const SESSIONS_AT_ONCE = 100;

/**
 * Tells the open streams of this process what has changed. Polls the counters that have grown lately once a second, for
 * all streams together and only while there are any: the cost grows with the number of changes. A round over the
 * streams every fifteen seconds keeps them alive, ends those whose session has ended, and tells what a poll may have
 * missed. Each poll takes its share of the round.
 */
@Injectable()
export class LiveUpdates implements OnModuleDestroy {
  private readonly streams = new Map<number, Set<EventStream>>();
  /** The shares of the round, one for each look. */
  private readonly shares = Array.from({ length: ROUND_EVERY_LOOKS }, () => new Set<EventStream>());
  private readonly rounds: Loop;
  private lookedAt = 0;
  private looks = 0;
  private kept = 0;
  private stopped = false;

  constructor(
    private readonly counters: ChangeCounters,
    private readonly activity: Activity,
    @Inject(DatabaseTime) private readonly clock: Clock,
    registry: SchedulerRegistry,
  ) {
    const options = { name: 'live-updates', everyMs: LOOK_EVERY_MS, firstMs: LOOK_EVERY_MS, registry };
    this.rounds = new Loop(options, () => this.work());
  }

  /** Runs early, so that the streams do not delay the shutdown while publications end. */
  onModuleDestroy(): void {
    this.stopped = true;
    void this.rounds.stop();
    for (const own of this.streams.values()) for (const stream of own) stream.end();
  }

  versionsOf(caller: Caller): Promise<Versions> {
    return this.counters.open(caller.id);
  }

  /** @throws DomainError 503 while the process is stopping. */
  async follow(
    caller: Caller,
    lastEventId: string | undefined,
    raw: ServerResponse,
    headers: Record<string, string>,
  ): Promise<void> {
    const versions = await this.versionsOf(caller);
    if (this.stopped) throw unavailable('The server restarts. Try again in a few seconds.');
    const stream = new EventStream(caller, versions, raw);
    if (!stream.isOpen) return;
    stream.onClose(() => this.forget(stream));
    this.keep(stream);
    stream.begin(headers, missedSince(lastEventId, versions));
  }

  private keep(stream: EventStream): void {
    const own = this.streams.get(stream.caller.id) ?? new Set();
    this.streams.set(stream.caller.id, own.add(stream));
    this.shares[++this.kept % ROUND_EVERY_LOOKS]?.add(stream);
    const [oldest] = own;
    if (oldest && own.size > MOST_OF_USER) this.drop(oldest);
    if (this.streams.size > 1 || own.size > 1) return;
    this.lookedAt = this.clock.now();
    void this.rounds.start();
  }

  /** Forgets it at once: an end that the client does not read may never be seen. */
  private drop(stream: EventStream): void {
    this.forget(stream);
    stream.end();
  }

  private forget(stream: EventStream): void {
    const own = this.streams.get(stream.caller.id);
    own?.delete(stream);
    if (own?.size === 0) this.streams.delete(stream.caller.id);
    for (const share of this.shares) share.delete(stream);
    if (this.streams.size === 0) void this.rounds.stop();
  }

  private async work(): Promise<undefined> {
    const eventLoop = new EventLoopShare();
    const share = [...(this.shares[++this.looks % ROUND_EVERY_LOOKS] ?? [])];
    for (const stream of share) {
      stream.beat();
      await eventLoop.share();
    }
    await this.look();
    await this.verify(share);
  }

  private async look(): Promise<void> {
    const now = this.clock.now();
    const doubtful: EventStream[] = [];
    const eventLoop = new EventLoopShare();
    const since = this.lookedAt - OVERLAP_MS;
    for (const [userId, versions] of await this.counters.changedSince(since)) {
      for (const stream of this.streams.get(userId) ?? []) if (stream.tell(versions)) doubtful.push(stream);
      await eventLoop.share();
    }
    // Their counters are deleted with them, and tell nothing.
    for (const userId of await this.activity.usersDeletedSince(since))
      doubtful.push(...(this.streams.get(userId) ?? []));
    this.lookedAt = now;
    await this.verify(doubtful);
  }

  /** Ends the streams of sessions that have ended, and tells the others every change that they do not know. */
  private async verify(streams: EventStream[]): Promise<void> {
    const eventLoop = new EventLoopShare();
    for (let n = 0; n < streams.length; n += SESSIONS_AT_ONCE) {
      const some = streams.slice(n, n + SESSIONS_AT_ONCE);
      const open = await this.counters.ofOpenSessions(some.map(({ caller }) => caller.sessionId));
      for (const stream of some) {
        const versions = open.get(stream.caller.sessionId);
        if (versions) stream.tell(versions);
        else this.drop(stream);
        await eventLoop.share();
      }
    }
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../common/http/caller.decorator';
import { Clock } from '../common/time/clock';
import { DomainError, sessionEnded } from '../common/errors/errors';
import { Config } from '../config/config';
import { Database, required, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import { openSession, StandingCallers } from '../users/standing-callers';

/** How long a request that says nothing more holds an upload, at most. */
const LEASE_MS = 60_000;
/** A holder that was silent for so long loses the upload to a request that asks for it. */
const SILENT_MS = 3_000;
const RENEWED_EVERY_MS = 1_000;
const LOOK_AGAIN_MS = 50;

export interface UploadLock {
  /** Call when bytes came. @throws DomainError as `lost` says */
  keep(): Promise<void>;
  /** Holds the upload while that is done, though no bytes come. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Does that, and is released only afterwards: the library does not wait for it when a connection breaks. */
  writing<T>(work: () => Promise<T>): Promise<T>;
  /** For the unit that notes what was written: undone when the upload is not held any more. */
  holding(): Statement;
  /** Why it is not held any more: 423 when another request has the upload now, 401 when the caller's session has ended. */
  lost(): Promise<DomainError>;
  release(): Promise<void>;
}

/** Which request writes an upload: a lease in its row, so that all processes agree. */
@Injectable()
export class UploadLocks {
  /** Ends the requests of this process that hold one, by upload. */
  private readonly holders = new Map<string, { token: string; end: () => void }>();

  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly callers: StandingCallers,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * @param end called when a later request takes the upload over
   * @param caller whose session must stay open; absent: the product itself
   * @throws DomainError 423
   */
  async take(
    id: string,
    end: () => void,
    { waitMs = 0, caller }: { waitMs?: number; caller?: Caller } = {},
  ): Promise<UploadLock> {
    const token = randomUUID();
    await this.until(waitMs, () => this.seize(id, token));
    this.holders.get(id)?.end();
    this.holders.set(id, { token, end });
    let keptAt = performance.now();
    let written: Promise<unknown> = Promise.resolve();
    const keep = async () => {
      if (performance.now() - keptAt < RENEWED_EVERY_MS) return;
      keptAt = performance.now();
      if ((await this.db.run(this.renewing(id, token, caller))) === 0) throw await lost();
    };
    const lost = () => this.whyLost(caller);
    return {
      keep,
      during: async (work) => {
        const keeping = setInterval(() => void keep().catch(() => undefined), RENEWED_EVERY_MS);
        return work().finally(() => clearInterval(keeping));
      },
      writing: (work) => {
        const done = work();
        written = done.catch(() => undefined);
        return done;
      },
      holding: () => required(this.renewing(id, token, caller)),
      lost,
      release: async () => {
        await written;
        if (this.holders.get(id)?.token === token) this.holders.delete(id);
        await this.db.run(
          query
            .updateTable('media')
            .set({ locked_by: null, locked_until: null })
            .where('id', '=', id)
            .where('locked_by', '=', token),
        );
      },
    };
  }

  /** Waits until nobody writes it, and then holds nothing. @throws DomainError 423 */
  async whenFree(id: string): Promise<void> {
    const lock = await this.take(id, () => undefined, { waitMs: SILENT_MS + RENEWED_EVERY_MS });
    await lock.release();
  }

  private async until(waitMs: number, attempt: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + waitMs;
    while (!(await attempt())) {
      if (performance.now() >= end) throw locked();
      await pause(LOOK_AGAIN_MS);
    }
  }

  private async seize(id: string, token: string): Promise<boolean> {
    const now = this.clock.now();
    const free = query
      .updateTable('media')
      .set({ locked_by: token, locked_until: now + LEASE_MS })
      .where('id', '=', id)
      .where((medium) =>
        medium.or([
          medium('locked_until', 'is', null),
          medium('locked_until', '<=', now + LEASE_MS - SILENT_MS),
          // Taken before the clock was set back. Who still writes renews it within a second.
          medium('locked_until', '>', now + 2 * LEASE_MS),
        ]),
      );
    return (await this.db.run(free)) === 1;
  }

  private async whyLost(caller: Caller | undefined): Promise<DomainError> {
    return caller && (await this.callers.hasEnded(caller)) ? sessionEnded() : locked();
  }

  private renewing(id: string, token: string, caller: Caller | undefined) {
    const now = this.clock.now();
    return query
      .updateTable('media')
      .set({ locked_until: now + LEASE_MS, expires_at: now + this.config.uploads.expiresMs })
      .where('id', '=', id)
      .where('locked_by', '=', token)
      .$if(caller !== undefined, (own) =>
        own.where(({ exists }) => exists(openSession(caller as Caller, now))),
      );
  }
}

export const locked = () =>
  new DomainError(423, 'locked', 'Another request is writing this upload. Try again in a few seconds.', {
    retryAfterSeconds: 3,
  });

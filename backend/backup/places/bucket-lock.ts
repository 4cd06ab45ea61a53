import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Objects } from '../../ports/storage/objects';

const LOCKS = 'locks/';

export interface LockTimes {
  /** How often the holder shows that it lives. */
  beatMs: number;
  /** A sign of life that is older counts for nothing: longer than a process is ever busy with one thing. */
  leaseMs: number;
  /** Longest pause before another try, where two have begun at the same moment. */
  pauseMs: number;
}

const TIMES: LockTimes = { beatMs: 20_000, leaseMs: 5 * 60_000, pauseMs: 3_000 };
const TRIES = 4;

/**
 * The right to change a part of a bucket. Each who wants it writes an object of its own and then looks for others: of two
 * who come at the same moment one at least sees the other, and gives way. No store has to know conditions for that, and
 * no clock but the bucket's counts. What a killed process leaves is ignored when its lease is over.
 */
export class BucketLock {
  private readonly name = `${LOCKS}${randomUUID()}`;
  private timer?: NodeJS.Timeout;
  private beating: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly objects: Objects,
    private readonly times: LockTimes = TIMES,
  ) {}

  /** @throws when somebody else has it */
  async take(): Promise<void> {
    try {
      await this.compete();
    } catch (error) {
      // Also one whose answer was lost: it would refuse the next who comes.
      await this.discard();
      throw error;
    }
    this.timer = setInterval(() => void (this.beating = this.beat()), this.times.beatMs);
  }

  /** @throws when it was lost, because the holder has given no sign of life for so long. */
  async confirm(): Promise<void> {
    if ((await this.objects.head(this.name)) && !(await this.other())) return;
    throw new Error(
      `Another process has begun to change ${this.objects.place}, since this one did not answer for minutes. Nothing more was changed.`,
    );
  }

  /** Never fails: what cannot be deleted ends by itself. */
  async release(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
    await this.discard();
  }

  private async compete(): Promise<void> {
    for (let tries = 1; ; tries++) {
      await this.write();
      const other = await this.other();
      if (!other) return;
      const hasJustCome = other.ageMs < this.times.pauseMs;
      if (!hasJustCome || tries === TRIES) throw new Error(this.taken(other.ageMs));
      await this.objects.delete(this.name);
      await pause(Math.random() * this.times.pauseMs);
    }
  }

  private async discard(): Promise<void> {
    await this.objects.delete(this.name).catch(() => undefined);
  }

  /** One that was lost must not come back to life. */
  private async beat(): Promise<void> {
    try {
      if (await this.objects.head(this.name)) await this.write();
    } catch {
      // The bucket is away just now. What is done in it fails by itself.
    }
  }

  private write(): Promise<void> {
    return this.objects.write(this.name, 'A backup is under way.\n');
  }

  private async other(): Promise<{ ageMs: number } | undefined> {
    let youngest: number | undefined;
    for await (const { name, modifiedAt } of this.objects.list(LOCKS)) {
      if (name === this.name) continue;
      const ageMs = this.objects.now() - modifiedAt;
      if (ageMs > this.times.leaseMs) await this.objects.delete(name);
      else youngest = Math.min(youngest ?? Infinity, ageMs);
    }
    return youngest === undefined ? undefined : { ageMs: youngest };
  }

  private taken(ageMs: number): string {
    const minutes = Math.max(1, Math.ceil((this.times.leaseMs - ageMs) / 60_000));
    return `Another backup into ${this.objects.place} is under way. If it was killed, the next one can begin in ${minutes} minutes.`;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { toDomainError } from '../common/errors/error.filter';
import { unwitnessed, witnessing, type WriteWitness } from '../database/write-witness';
import type { Repeatable } from './idempotency-key';
import { KeyedCalls, RENEW_EVERY_MS, type Claim, type KeptAnswer } from './keyed-calls';

/** How often, and for how long, it is tried to note the end of a call while the database is away. */
const AGAIN_MS = 2_000;
const TRIES = 300;

const TOO_MANY_REQUESTS = 429;
const FIRST_FAULT = 500;

/** Does the work of the first call with a key, and no other's. */
@Injectable()
export class FirstCalls {
  private readonly log = new Logger('FirstCalls');

  constructor(private readonly calls: KeyedCalls) {}

  /**
   * @returns what the work returns, or what it was answered before
   * @throws what the work throws; DomainError 409 as `KeyedCalls.claim`
   */
  async once(call: Repeatable, work: () => Promise<unknown>): Promise<{ done: unknown } | KeptAnswer> {
    const claim = await this.calls.claim(call);
    if (!('by' in claim)) return claim;
    const renewal = setInterval(() => void this.calls.renew(claim).catch(() => undefined), RENEW_EVERY_MS);
    const writes = new Writes(() => this.calls.begin(claim));
    try {
      const done = await witnessing(writes, work);
      await this.end(claim, writes, { body: done });
      return { done };
    } catch (thrown) {
      await this.end(claim, writes, refusalOf(thrown));
      throw thrown;
    } finally {
      clearInterval(renewal);
    }
  }

  /**
   * Never fails: the work is done or refused, and its caller is to learn that. After a fault of ours the key is free
   * again only if nothing was changed.
   */
  private async end(claim: Claim, writes: Writes, answer: KeptAnswer | undefined): Promise<void> {
    writes.end();
    const mayBeDone = answer !== undefined || writes.mayBeDone;
    const note = () => (mayBeDone ? this.calls.keep(claim, answer) : this.calls.release(claim));
    try {
      await note();
    } catch (error) {
      this.log.warn({ err: error }, 'the end of a call with an Idempotency-Key could not be noted yet');
      void this.endLater(note);
    }
  }

  private async endLater(note: () => Promise<void>): Promise<void> {
    for (let tries = 1; tries <= TRIES; tries++) {
      await pause(AGAIN_MS, undefined, { ref: false });
      const isNoted = await note().then(
        () => true,
        () => false,
      );
      if (isNoted) return;
    }
  }
}

/** What a call writes. The first write is noted beforehand. */
class Writes implements WriteWitness {
  mayBeDone = false;
  private begun: Promise<void> | undefined;
  private hasEnded = false;

  constructor(private readonly begin: () => Promise<void>) {}

  writing(): Promise<void> {
    if (this.hasEnded) return Promise.resolve();
    return (this.begun ??= unwitnessed(this.begin).catch((error: unknown) => {
      this.begun = undefined;
      throw error;
    }));
  }

  written(): void {
    this.mayBeDone = true;
  }

  /** What the call has started and still runs, such as a publisher that it woke, is not its work any more. */
  end(): void {
    this.hasEnded = true;
  }
}

/** Undefined for what may be otherwise the next time: too many requests, and faults of ours. */
function refusalOf(thrown: unknown): KeptAnswer | undefined {
  const { statusCode, code, message, more } = toDomainError(thrown);
  if (statusCode >= FIRST_FAULT || statusCode === TOO_MANY_REQUESTS) return undefined;
  return { refusal: { statusCode, code, message, more } };
}

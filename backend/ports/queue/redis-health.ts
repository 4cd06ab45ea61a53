import { Logger } from '@nestjs/common';
import { errorCode } from '../../common/errors/error-code';

const ASK_EVERY_MS = 500;

/** An answer that takes longer counts as none. */
const LIMIT_MS = 500;

/** Time without any failure after which an outage is over. */
const CALM_MS = 1_500;

/**
 * Whether Redis can be used. Asks it twice a second for a small write, which also fails while Redis is full, read-only
 * or does not answer. One line in the log when an outage begins, and one when it is over.
 */
export class RedisHealth {
  private readonly log = new Logger('Queue');
  /** Since the start, nothing is known until Redis has answered. */
  private state: 'unknown' | 'up' | 'down' = 'unknown';
  private failedAt = 0;
  private downSince = 0;
  private askedAt?: number;
  private hasStopped = false;
  private readonly timer: NodeJS.Timeout;

  /** @param write rejects, or does not resolve, when Redis cannot be used */
  constructor(private readonly write: () => Promise<unknown>) {
    this.timer = setInterval(() => this.ask(), ASK_EVERY_MS).unref();
    this.ask();
  }

  get isUp(): boolean {
    return this.state === 'up';
  }

  /** Something that was asked of Redis went wrong. */
  failed(error: unknown): void {
    this.failedAt = performance.now();
    if (this.state === 'down' || this.hasStopped) return;
    this.state = 'down';
    this.downSince = this.failedAt;
    const tells =
      'Until it works again, each process looks for due posts by itself, once a tick. Nothing is lost.';
    this.log.warn(`Redis cannot be used (${reasonOf(error)}). ${tells}`);
  }

  stop(): void {
    clearInterval(this.timer);
    this.hasStopped = true;
    this.state = 'unknown';
  }

  private ask(): void {
    if (this.askedAt !== undefined) {
      this.judgeSilence(this.askedAt);
      return;
    }
    const askedAt = (this.askedAt = performance.now());
    this.write().then(
      () => {
        this.askedAt = undefined;
        if (performance.now() - askedAt <= LIMIT_MS) this.answered();
      },
      (error: unknown) => {
        this.askedAt = undefined;
        this.failed(error);
      },
    );
  }

  /** If this process itself was held up, the answer may be there and unread: timers come before sockets. */
  private judgeSilence(askedAt: number): void {
    if (performance.now() - askedAt < LIMIT_MS) return;
    setImmediate(() => {
      if (this.askedAt === askedAt) this.failed('no answer');
    });
  }

  private answered(): void {
    if (this.state === 'down') {
      if (performance.now() - this.failedAt < CALM_MS) return;
      const seconds = Math.round((performance.now() - this.downSince) / 1000);
      this.log.log(`Redis works again, after ${seconds} s.`);
    }
    this.state = 'up';
  }
}

/** Never the whole message: it may repeat a command, and the first command is the password. */
function reasonOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const message = error instanceof Error ? error.message : '';
  return errorCode(error) ?? /^[A-Z]{3,}\b/.exec(message)?.[0] ?? 'connection lost';
}

import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { errorCode } from '../../common/error-code';
import { Mailer, type Mail } from './mailer';

/** A mail server that restarts, and one that greylists, take the mail a little later. */
const TRY_AGAIN_MS = [2_000, 30_000, 300_000];

/** A server that has stopped answering must not keep the process from ending. */
const LAST_MOMENT_MS = 3_000;

/** Sends without anybody waiting: a failure is tried again, and in the end logged, never shown to who caused the mail. */
@Injectable()
export class Outbox implements OnApplicationShutdown {
  private readonly log = new Logger('Mail');
  private readonly closing = new AbortController();
  private readonly under = new Set<Promise<void>>();

  constructor(private readonly mailer: Mailer) {}

  post(mail: Mail): void {
    const delivery = this.deliver(mail).finally(() => this.under.delete(delivery));
    this.under.add(delivery);
  }

  /** What is on its way has a moment to get through; what waits for another try is given up, with a line in the log. */
  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    let timer: NodeJS.Timeout | undefined;
    const moment = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_MOMENT_MS);
    });
    await Promise.race([Promise.all(this.under), moment]);
    clearTimeout(timer);
  }

  private async deliver(mail: Mail): Promise<void> {
    for (const pause of [...TRY_AGAIN_MS, undefined]) {
      try {
        await this.mailer.send(mail);
        return;
      } catch (error) {
        const again = pause !== undefined && !isPermanent(error) && (await this.wait(pause));
        if (again) continue;
        this.log.error(wordsOf(error), 'a mail could not be sent');
        return;
      }
    }
  }

  /** @returns false when the process ends first. */
  private wait(ms: number): Promise<boolean> {
    const { signal } = this.closing;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), ms).unref();
      const giveUp = () => {
        clearTimeout(timer);
        resolve(false);
      };
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
    });
  }
}

const isPermanent = (error: unknown): boolean =>
  (error as { permanent?: unknown } | null | undefined)?.permanent === true;

/** Codes only: the text of a mail server's answer repeats the address, and can repeat the mail. */
function wordsOf(error: unknown): Record<string, unknown> {
  const { responseCode, command } = (error ?? {}) as { responseCode?: unknown; command?: unknown };
  return { code: errorCode(error), response_code: responseCode, command };
}

import { randomUUID } from 'node:crypto';
import { unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { unavailable } from '../common/errors';
import { FairQueue } from '../common/fair-queue';
import { Ffprobe, type ProbeOptions } from './ffprobe';
import { movie } from './mp4-box';
import type { ProbeAnswer } from './probe-shell';
import { canRun } from './prober-program';

/** Never more than two at once: a queue of uploads must not take the machine from the API. */
const MOST_AT_ONCE = 2;
/** A hundred uploads of one user at once are honest enough; they wait for each other and for nobody else. */
const MOST_WAITING = { perKey: 200, inAll: 2000 };

const CHECK_TIME_LIMIT_MS = 5_000;
/** A prober that worked just now is not asked again for every broken file. */
const WORKED_JUST_NOW_MS = 1_000;
const TRY_AGAIN_MS = 30_000;
const FIRST_CHECK_MS = 1_000;

const REMEDY =
  'Video uploads are refused until it does. Install ffmpeg, or set FFPROBE_PATH to an ffprobe that works.';

/**
 * Describes films, those of different people in turn, and knows whether it can: a prober that fails over a file is
 * shown a film that is known to be good, so that nobody is told that his file is bad when the prober is.
 */
@Injectable()
export class Prober implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Prober');
  private readonly queue = new FairQueue<number | string>(MOST_AT_ONCE, MOST_WAITING);
  private state: 'unknown' | 'up' | 'down' = 'unknown';
  private workedAt = -Infinity;
  private checking?: Promise<boolean>;
  private timer?: NodeJS.Timeout;

  constructor(private readonly ffprobe: Ffprobe) {}

  onApplicationBootstrap(): void {
    // Not in the way of the first requests.
    setTimeout(() => void this.isUp(), FIRST_CHECK_MS / 2).unref();
    this.timer = setInterval(() => void this.lookAgain(), TRY_AGAIN_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Waits a moment for the check of the start, if that is still under way. */
  async isUp(): Promise<boolean> {
    if (this.state === 'unknown')
      await Promise.race([this.check(), pause(FIRST_CHECK_MS, false, { ref: false })]);
    return this.state === 'up';
  }

  /** @throws DomainError 503 when no film can be described; one that was down is tried again. */
  async refuseWithout(): Promise<void> {
    if (this.state === 'down' && !(await this.check())) throw cannotCheck();
  }

  /**
   * @param user whose film it is: of each one at a time
   * @returns JSON; `undefined` when it refuses the file, and it is the file's fault.
   * @throws DomainError 503 when the prober does not work; LineIsFull; the reason of `signal`
   */
  describe(file: string, user: number | string, options: ProbeOptions = {}): Promise<string | undefined> {
    return this.queue.run(
      user,
      async () => {
        const answer = await this.ffprobe.ask(file, options);
        options.signal?.throwIfAborted();
        if (saysSomething(answer)) return answer.text;
        const worked = answer.kind !== 'absent' && performance.now() - this.workedAt < WORKED_JUST_NOW_MS;
        if (worked || (await this.check())) return undefined;
        throw cannotCheck();
      },
      options.signal,
    );
  }

  /** One check at a time, whoever asks for it. */
  private check(): Promise<boolean> {
    return (this.checking ??= this.works().finally(() => (this.checking = undefined)));
  }

  private async works(): Promise<boolean> {
    const path = await this.ffprobe.find();
    const answer = await this.askAboutSample();
    const works = answer ? saysSomething(answer) && /"width":/.test(answer.text) : await canRun(path);
    if (works) this.workedAt = performance.now();
    if (works && this.state === 'down') this.log.log('ffprobe works again; videos are checked.');
    if (!works && this.state !== 'down')
      this.log.error(`ffprobe does not work (${path}: ${whatIsWrong(answer)}). ${REMEDY}`);
    this.state = works ? 'up' : 'down';
    return works;
  }

  /** `undefined` where there is no room for a film to show. */
  private async askAboutSample(): Promise<ProbeAnswer | undefined> {
    const sample = join(tmpdir(), `pagecast-${randomUUID()}.mp4`);
    try {
      await writeFile(sample, movie(), { mode: 0o600, flag: 'wx' });
      return await this.ffprobe.ask(sample, { timeLimitMs: CHECK_TIME_LIMIT_MS });
    } catch {
      return undefined;
    } finally {
      await unlink(sample).catch(() => undefined);
    }
  }

  /** A prober that is up is only looked for: it costs nothing, and tells of one that was taken away. */
  private async lookAgain(): Promise<void> {
    const { path } = this.ffprobe;
    if (this.state !== 'up' || !path || !(await canRun(path))) await this.check();
  }
}

const cannotCheck = () => unavailable('Videos cannot be checked just now', TRY_AGAIN_MS / 1000);

function saysSomething(answer: ProbeAnswer): answer is { kind: 'described'; text: string } {
  if (answer.kind !== 'described') return false;
  try {
    const said = JSON.parse(answer.text) as { streams?: unknown } | null;
    return Array.isArray(said?.streams);
  } catch {
    return false;
  }
}

function whatIsWrong(answer: ProbeAnswer | undefined): string {
  if (!answer || answer.kind === 'absent') return 'there is no such program, or it cannot be started';
  if (answer.kind === 'described') return 'it does not describe a film';
  return { exit: 'it fails', killed: 'it was ended', late: 'it takes too long' }[answer.how];
}

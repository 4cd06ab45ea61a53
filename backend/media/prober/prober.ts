import { randomUUID } from 'node:crypto';
import { unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Counts } from '../../common/metrics/counts';
import { unavailable } from '../../common/errors/errors';
import { FairQueue } from '../../common/limits/fair-queue';
import { Ffprobe, type ProbeOptions } from './ffprobe';
import { movie } from '../mp4/mp4-box';
import type { ProbeAnswer } from './probe-shell';
import { canRun } from './prober-program';

/** At most two probes at the same time, so that a queue of uploads does not take the machine from the API. */
const MOST_AT_ONCE = 2;
/** A hundred concurrent uploads of one user are legitimate. They wait for each other and for no other user. */
const MOST_WAITING = { perKey: 200, inAll: 2000 };

const CHECK_TIME_LIMIT_MS = 5_000;
/** How long a working prober is not checked again after a broken file. */
const WORKED_JUST_NOW_MS = 1_000;
const TRY_AGAIN_MS = 30_000;
const FIRST_CHECK_MS = 1_000;

const REMEDY =
  'Video uploads are refused until it does. Install ffmpeg, or set FFPROBE_PATH to an ffprobe that works.';

/**
 * Describes films, with users taking turns, and knows whether it can. A prober that fails on a file is checked with a
 * film that is known to be good, so that no user is told that a file is bad when the prober is.
 */
@Injectable()
export class Prober implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Prober');
  private readonly queue = new FairQueue<number | string>(MOST_AT_ONCE, MOST_WAITING);
  private state: 'unknown' | 'up' | 'down' = 'unknown';
  private workedAt = -Infinity;
  private checking?: Promise<boolean>;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly ffprobe: Ffprobe,
    private readonly counts: Counts,
  ) {}

  onApplicationBootstrap(): void {
    // Later, so that it does not delay the first requests.
    setTimeout(() => void this.isUp(), FIRST_CHECK_MS / 2).unref();
    this.timer = setInterval(() => void this.lookAgain(), TRY_AGAIN_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Whether films can be described. Waits a moment for the first check if that is still running. */
  async isUp(): Promise<boolean> {
    if (this.state === 'unknown')
      await Promise.race([this.check(), pause(FIRST_CHECK_MS, false, { ref: false })]);
    return this.state === 'up';
  }

  /** Checks a prober that was down again. @throws DomainError 503 when no film can be described. */
  async refuseWithout(): Promise<void> {
    if (this.state === 'down' && !(await this.check())) throw cannotCheck();
  }

  /**
   * @param user the owner of the film; one film of each user is described at a time
   * @returns the description as JSON; `undefined` when the prober works and refuses the file
   * @throws DomainError 503 when the prober does not work; LineIsFull; the reason of `signal`
   */
  describe(file: string, user: number | string, options: ProbeOptions = {}): Promise<string | undefined> {
    return this.queue.run(
      user,
      async () => {
        const begunAt = performance.now();
        const answer = await this.ffprobe.ask(file, options);
        options.signal?.throwIfAborted();
        const result = saysSomething(answer) ? 'described' : 'refused';
        const seconds = (performance.now() - begunAt) / 1000;
        this.counts.observe('pagecast_probe_duration_seconds', { result }, seconds);
        if (saysSomething(answer)) return answer.text;
        const worked = answer.kind !== 'absent' && performance.now() - this.workedAt < WORKED_JUST_NOW_MS;
        if (worked || (await this.check())) return undefined;
        throw cannotCheck();
      },
      options.signal,
    );
  }

  /** Whether films can be described now. Runs one check at a time, which all callers share. */
  check(): Promise<boolean> {
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

  /** @returns undefined when the sample cannot be written. */
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

  /**
   * Checks again what is not up. If the prober is up, only looks for the program: that is cheap, and notices a removal.
   */
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

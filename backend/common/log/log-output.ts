import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';

/** Characters of lines that wait. What comes on top of them is lost. */
const MOST_WAITING = 1024 * 1024;

/** Until a reader that has fallen behind is tried again. */
const BEHIND_PAUSE_MS = 100;

/** For a reader that has fallen behind at the end of the process. */
const END_MS = 500;

const NOTHING = Buffer.alloc(0);

/**
 * Writes the lines of the log, and is never a reason to stop or to wait: not when the terminal was closed, the disk is
 * full, or nobody reads. Lines wait until they can be written. If too many do, the newest are lost, and their number is
 * told.
 */
export class LogOutput {
  private waiting = '';
  /** What is to be written next, or just being written. */
  private rest = NOTHING;
  private isWriting = false;
  /** A line came while it was being written. */
  private hasNewer = false;
  private pause: NodeJS.Timeout | undefined;
  private lost = 0;

  constructor(private readonly fd: number) {}

  write(line: string): void {
    if (this.waiting.length + line.length > MOST_WAITING) this.lost++;
    else this.waiting += line;
    if (this.isWriting) this.hasNewer = true;
    else if (!this.pause) this.next();
  }

  /** Writes what waits, as far as that can be done now. Only for the end of the process. */
  end(): void {
    const until = performance.now() + END_MS;
    if (this.isWriting) this.rest = NOTHING;
    while (this.takeWaiting())
      try {
        this.rest = this.rest.subarray(writeSync(this.fd, this.rest));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > until) return;
      }
  }

  private next(): void {
    if (!this.takeWaiting()) return;
    this.isWriting = true;
    this.hasNewer = false;
    write(this.fd, this.rest, 0, this.rest.length, null, (error, written) => {
      this.isWriting = false;
      if (!error) {
        this.rest = this.rest.subarray(written);
        this.next();
        return;
      }
      if (error.code === 'EAGAIN') this.pause = setTimeout(() => this.goOn(), BEHIND_PAUSE_MS).unref();
      // After other errors, the next line tries again.
      else if (this.hasNewer) this.next();
    });
  }

  private goOn(): void {
    this.pause = undefined;
    this.next();
  }

  /** @returns whether there is something to write */
  private takeWaiting(): boolean {
    if (this.rest.length > 0) return true;
    this.rest = Buffer.from(this.waiting + (this.lost > 0 ? this.loss() : ''));
    this.waiting = '';
    this.lost = 0;
    return this.rest.length > 0;
  }

  private loss(): string {
    const time = new Date().toISOString();
    return `${JSON.stringify({ level: 'warn', time, lines: this.lost, context: 'Log', msg: 'log lines lost' })}\n`;
  }
}

let stdout: LogOutput | undefined;

/** The standard output, one for all apps of a process. */
export function logOutput(): LogOutput {
  if (!stdout) {
    const output = (stdout = new LogOutput(openStdout()));
    process.once('exit', () => output.end());
  }
  return stdout;
}

/**
 * A pipe that nobody reads and a terminal that was stopped would hold the thread that writes, and a process with such a
 * thread cannot end. So these are opened anew, without blocking, which changes nothing for others who write there.
 */
function openStdout(): number {
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
  try {
    const stats = fstatSync(1);
    if (stats.isFIFO() || stats.isCharacterDevice())
      return openSync('/proc/self/fd/1', O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    // Not on this system, or not for this user.
  }
  return 1;
}

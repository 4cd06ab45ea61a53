import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

/** Reads a path a line, and answers with what the program says of it, a zero byte, the exit code and a line's end. */
const SCRIPT = `while IFS= read -r path; do "$0" "$@" "file:$path" </dev/null; printf '\\000%d\\n' "$?"; done`;
const END_OF_ANSWER = /\0(\d{1,3})\n$/;
const LONGEST_END = 5;

interface Limits {
  timeLimitMs: number;
  mostAnswerBytes: number;
}

/**
 * A small process that starts others, one at a time.
 *
 * Starting one from this process copies its page tables: that blocks it for milliseconds each time, and every page it
 * writes to afterwards costs a fault, in the middle of the uploads that ask for it (bench/upload.ts). A shell has
 * next to no memory to copy. It ends with the pipe to us, however we end.
 */
export class ProbeShell {
  private readonly shell: ChildProcessByStdio<Writable, Readable, null>;
  private readonly gone: Promise<void>;
  private alive = true;

  constructor(program: string, args: string[]) {
    this.shell = spawn('/bin/sh', ['-c', SCRIPT, program, ...args], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      // A group of its own, so that what it started can be ended with it.
      detached: true,
    });
    this.gone = new Promise((resolve) => {
      const isGone = () => {
        this.alive = false;
        resolve();
      };
      this.shell.once('exit', isGone).once('error', isGone);
    });
    // A pipe that broke: its end is told by the exit.
    this.shell.stdin.on('error', () => undefined);
    this.letProcessEnd(true);
  }

  get isAlive(): boolean {
    return this.alive;
  }

  /** @returns what the program printed; `undefined` if it failed, or was ended because it went beyond a limit. */
  async ask(path: string, { timeLimitMs, mostAnswerBytes }: Limits): Promise<string | undefined> {
    const { stdin, stdout } = this.shell;
    const limit = setTimeout(() => this.end(), timeLimitMs);
    let answer = '';
    const complete = new Promise<void>((resolve) => {
      stdout.setEncoding('utf8').on('data', (text: string) => {
        answer += text;
        if (END_OF_ANSWER.test(answer.slice(-LONGEST_END))) resolve();
        else if (answer.length > mostAnswerBytes) this.end();
      });
    });
    this.letProcessEnd(false);
    stdin.write(`${path}\n`);
    try {
      await Promise.race([complete, this.gone]);
    } finally {
      clearTimeout(limit);
      stdout.removeAllListeners('data');
      this.letProcessEnd(true);
    }
    const end = END_OF_ANSWER.exec(answer);
    return end?.[1] === '0' ? answer.slice(0, end.index) : undefined;
  }

  /** Ends it and what it runs. */
  end(): void {
    if (!this.alive) return;
    this.alive = false;
    if (!this.shell.pid) return;
    try {
      process.kill(-this.shell.pid, 'SIGKILL');
    } catch {
      // Gone by itself.
    }
  }

  /** A shell that waits for work keeps no process of ours from ending. */
  private letProcessEnd(may: boolean): void {
    const { shell } = this;
    for (const held of [shell, shell.stdin as Socket, shell.stdout as Socket])
      if (may) held.unref();
      else held.ref();
  }
}

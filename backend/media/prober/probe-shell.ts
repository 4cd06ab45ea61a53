import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

/**
 * Bounds the memory of the programs it starts (in KiB). Then it reads one path per line and answers with the program's
 * output, a zero byte, the exit code and a line feed. Where the system has no such bound it continues without.
 */
const SCRIPT = `ulimit -d "$1" 2>/dev/null; ulimit -c 0 2>/dev/null; shift
while IFS= read -r path; do "$0" "$@" "file:$path" </dev/null; printf '\\000%d\\n' "$?"; done`;
const END_OF_ANSWER = /\0(\d{1,3})\n$/;
const LONGEST_END = 5;

interface Limits {
  timeLimitMs: number;
  mostAnswerBytes: number;
  signal?: AbortSignal;
}

/** Exit codes of a shell that could not start the program. */
const CANNOT_START = ['126', '127'];

export type ProbeAnswer =
  | { kind: 'described'; text: string }
  /** The program refused the file or crashed on it; `late`: it took too long. */
  | { kind: 'refused'; how: 'exit' | 'killed' | 'late' }
  /** There is no program. */
  | { kind: 'absent' };

/**
 * A small process that starts others, one at a time.
 *
 * Starting a process from this one copies its page tables. That blocks it for milliseconds each time, and every page it
 * writes to afterwards costs a fault, in the middle of the uploads that need the probe (bench/upload.ts). A shell has
 * next to no memory to copy. It ends with the pipe to us, however we end.
 */
export class ProbeShell {
  private readonly shell: ChildProcessByStdio<Writable, Readable, null>;
  private readonly gone: Promise<void>;
  private alive = true;

  constructor(program: string, args: string[], mostMemoryBytes: number) {
    this.shell = spawn('/bin/sh', ['-c', SCRIPT, program, String(mostMemoryBytes / 1024), ...args], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      // A process group, so that its children can be killed with it.
      detached: true,
    });
    this.gone = new Promise((resolve) => {
      const isGone = () => {
        this.alive = false;
        resolve();
      };
      this.shell.once('exit', isGone).once('error', isGone);
    });
    // A broken pipe: the exit event reports the end.
    this.shell.stdin.on('error', () => undefined);
    this.letProcessEnd(true);
  }

  get isAlive(): boolean {
    return this.alive;
  }

  /** Probes one file. A probe that exceeds a limit or is aborted is killed together with this shell. */
  async ask(path: string, { timeLimitMs, mostAnswerBytes, signal }: Limits): Promise<ProbeAnswer> {
    const { stdin, stdout } = this.shell;
    const spent = new AbortController();
    const limit = setTimeout(() => {
      spent.abort();
      this.end();
    }, timeLimitMs);
    const leave = () => this.end();
    signal?.addEventListener('abort', leave);
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
      signal?.removeEventListener('abort', leave);
      stdout.removeAllListeners('data');
      this.letProcessEnd(true);
    }
    const end = END_OF_ANSWER.exec(answer);
    if (!end) return { kind: 'refused', how: spent.signal.aborted ? 'late' : 'killed' };
    if (end[1] === '0') return { kind: 'described', text: answer.slice(0, end.index) };
    return CANNOT_START.includes(end[1] as string) ? { kind: 'absent' } : { kind: 'refused', how: 'exit' };
  }

  /** Kills the shell and what it runs. */
  end(): void {
    if (!this.alive) return;
    this.alive = false;
    if (!this.shell.pid) return;
    try {
      process.kill(-this.shell.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }

  /** An idle shell must not keep our process from ending. */
  private letProcessEnd(may: boolean): void {
    const { shell } = this;
    for (const held of [shell, shell.stdin as Socket, shell.stdout as Socket])
      if (may) held.unref();
      else held.ref();
  }
}

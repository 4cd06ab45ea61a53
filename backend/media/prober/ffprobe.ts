import { execFile } from 'node:child_process';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../config/config';
import { ProbeShell, type ProbeAnswer } from './probe-shell';
import { findProber } from './prober-program';

const TIME_LIMIT_MS = 10_000;
const MOST_ANSWER_BYTES = 1024 * 1024;
const MOST_MEMORY_BYTES = 128 * 1024 * 1024;

/** Shells that are kept for the next file. */
const MOST_IDLE_SHELLS = 2;

/**
 * Locks ffprobe down: only local files, only this demuxer, no environment, a time limit, little memory. With default
 * arguments a playlist named .mp4 makes it open addresses of the uploader's choice.
 */
const LOCKED_DOWN = ['-protocol_whitelist', 'file', '-f', 'mov'];
const WANTED = ['-show_streams', '-show_format', '-of', 'json'];
const ARGUMENTS = ['-v', 'error', ...LOCKED_DOWN, ...WANTED];

export interface ProbeOptions {
  timeLimitMs?: number;
  /** Ends the probe when its answer is no longer wanted. */
  signal?: AbortSignal;
}

/** Runs ffprobe over one file. `Prober` decides when, and what a failure means. */
@Injectable()
export class Ffprobe implements OnApplicationShutdown {
  /** Set by `find`. */
  path?: string;
  private readonly idle: ProbeShell[] = [];

  constructor(private readonly config: Config) {}

  /** Searches for the program again, because one may have been installed. */
  async find(): Promise<string> {
    const { ffprobePath: named, searchPath } = this.config;
    const path = await findProber({ named, searchPath });
    if (path !== this.path) this.onApplicationShutdown();
    return (this.path = path);
  }

  /** Asks about a file that we created; the answer is JSON. */
  async ask(file: string, { timeLimitMs = TIME_LIMIT_MS, signal }: ProbeOptions = {}): Promise<ProbeAnswer> {
    const program = this.path ?? (await this.find());
    // The shell reads one path per line.
    if (process.platform === 'win32' || file.includes('\n')) return askDirectly(program, file, timeLimitMs);
    const shell = this.idleShell() ?? new ProbeShell(program, ARGUMENTS, MOST_MEMORY_BYTES);
    const answer = await shell.ask(file, { timeLimitMs, mostAnswerBytes: MOST_ANSWER_BYTES, signal });
    if (shell.isAlive && program === this.path && this.idle.length < MOST_IDLE_SHELLS) this.idle.push(shell);
    else shell.end();
    return answer;
  }

  onApplicationShutdown(): void {
    for (const shell of this.idle.splice(0)) shell.end();
  }

  private idleShell(): ProbeShell | undefined {
    for (let shell = this.idle.pop(); shell; shell = this.idle.pop()) if (shell.isAlive) return shell;
    return undefined;
  }
}

function askDirectly(program: string, file: string, timeout: number): Promise<ProbeAnswer> {
  const limits = { timeout, killSignal: 'SIGKILL', maxBuffer: MOST_ANSWER_BYTES } as const;
  return new Promise((resolve) => {
    execFile(
      program,
      [...ARGUMENTS, `file:${file}`],
      { ...limits, env: {}, windowsHide: true },
      (error, text) => {
        if (!error) resolve({ kind: 'described', text });
        else if (typeof error.code === 'string') resolve({ kind: 'absent' });
        else resolve({ kind: 'refused', how: error.killed ? 'late' : 'exit' });
      },
    );
  });
}

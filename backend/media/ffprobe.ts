import { execFile } from 'node:child_process';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import ffprobeStatic from 'ffprobe-static';
import { Limiter } from '../common/limiter';
import { Config } from '../config/config';
import { ProbeShell } from './probe-shell';

/** Never more than two at once: a queue of uploads must not take the machine from the API. */
const MOST_AT_ONCE = 2;
const TIME_LIMIT_MS = 10_000;
const MOST_ANSWER_BYTES = 1024 * 1024;

/**
 * ffprobe with its doors shut: only local files, only this demuxer, no environment, a time limit. With default
 * arguments a playlist named .mp4 makes it open addresses of the uploader's choice.
 */
const DOORS = ['-protocol_whitelist', 'file', '-f', 'mov'];
const WANTED = ['-show_streams', '-show_format', '-of', 'json'];
const ARGUMENTS = ['-v', 'error', ...DOORS, ...WANTED];

/** The binary in force: the one that came with the package, unless `FFPROBE_PATH` names a newer one. */
@Injectable()
export class Ffprobe implements OnApplicationShutdown {
  private readonly path: string;
  private readonly places = new Limiter(MOST_AT_ONCE);
  private readonly idle: ProbeShell[] = [];

  constructor({ ffprobePath }: Config) {
    this.path = ffprobePath ?? ffprobeStatic.path;
  }

  /** @returns what it says of a file that we made, as JSON; `undefined` if it refuses the file or takes too long. */
  describe(file: string, timeLimitMs = TIME_LIMIT_MS): Promise<string | undefined> {
    const limits = { timeLimitMs, mostAnswerBytes: MOST_ANSWER_BYTES };
    return this.places.run(async () => {
      // One path a line is what the shell is told.
      if (process.platform === 'win32' || file.includes('\n'))
        return this.describeDirectly(file, timeLimitMs);
      const shell = this.shell();
      const answer = await shell.ask(file, limits);
      if (shell.isAlive) this.idle.push(shell);
      return answer;
    });
  }

  onApplicationShutdown(): void {
    for (const shell of this.idle.splice(0)) shell.end();
  }

  private shell(): ProbeShell {
    for (let shell = this.idle.pop(); shell; shell = this.idle.pop()) if (shell.isAlive) return shell;
    return new ProbeShell(this.path, ARGUMENTS);
  }

  private describeDirectly(file: string, timeout: number): Promise<string | undefined> {
    const limits = { timeout, killSignal: 'SIGKILL', maxBuffer: MOST_ANSWER_BYTES } as const;
    return new Promise((resolve) => {
      execFile(
        this.path,
        [...ARGUMENTS, `file:${file}`],
        { ...limits, env: {}, windowsHide: true },
        (error, answer) => resolve(error ? undefined : answer),
      );
    });
  }
}

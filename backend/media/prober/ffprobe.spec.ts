import { chmod, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fixture } from '../../../test/support/media';
import type { Config } from '../../config/config';
import { Ffprobe } from './ffprobe';

describe('ffprobe', () => {
  let dir: string;
  const opened: Ffprobe[] = [];

  beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'pagecast-probe-'))));
  afterEach(async () => {
    for (const ffprobe of opened.splice(0)) ffprobe.onApplicationShutdown();
    await rm(dir, { recursive: true });
  });

  /** @returns a function that asks ffprobe about a file. */
  function start(ffprobePath?: string) {
    const ffprobe = new Ffprobe({ ffprobePath } as Config);
    opened.push(ffprobe);
    return {
      describe: async (file: string, timeLimitMs?: number) => {
        const answer = await ffprobe.ask(file, { timeLimitMs });
        return answer.kind === 'described' ? answer.text : undefined;
      },
    };
  }

  /** A program in place of ffprobe; its last argument is the file. */
  async function program(lines: string): Promise<string> {
    const path = join(dir, 'program');
    await writeFile(path, `#!/bin/sh\nfor file; do :; done\n${lines}\n`);
    await chmod(path, 0o700);
    return path;
  }

  const codec = (answer: string | undefined) =>
    answer && (JSON.parse(answer) as { streams: { codec_name: string }[] }).streams[0]?.codec_name;

  it('describes one file after another, and many at the same time', async () => {
    const ffprobe = start();
    const names = ['portrait.mp4', 'text.mp4', 'hevc.mp4', 'evil-concat.mp4', 'portrait.mov'];
    const answers = await Promise.all(names.map((name) => ffprobe.describe(fixture(name))));
    expect(answers.map(codec)).toEqual(['h264', undefined, 'hevc', undefined, 'h264']);
  });

  it.each(["it's $(touch made).mp4", '`touch made`;"touch made".mp4', ' back\\slash .mp4', 'two\nlines.mp4'])(
    'takes a path as nothing but a path: %j',
    async (name) => {
      const path = join(dir, name);
      await copyFile(fixture('portrait.mp4'), path);
      expect(codec(await start().describe(path))).toBe('h264');
      expect(await readdir(dir)).toEqual([name]);
    },
  );

  it('ends a probe that takes too long, with its child processes, and continues', async () => {
    const ffprobe = start(
      await program(`case "$file" in *slow) sleep 60 & echo $! > ${dir}/pid; wait;; *) echo '{}';; esac`),
    );
    // Long enough for the program to have begun.
    expect(await ffprobe.describe('/slow', 2_000)).toBeUndefined();
    expect(await ffprobe.describe('/quick')).toBe('{}\n');
    const pid = Number(await readFile(join(dir, 'pid'), 'utf8'));
    while (isRunning(pid)) await pause(20);
  });

  it('ends a probe whose answer is too long', async () => {
    const ffprobe = start(await program(`case "$file" in *loud) yes;; *) echo '{}';; esac`));
    expect(await ffprobe.describe('/loud')).toBeUndefined();
    expect(await ffprobe.describe('/quiet')).toBe('{}\n');
  });

  it('continues after its helper was killed in the middle of an answer', async () => {
    const ffprobe = start(
      await program(`case "$file" in *bad) echo half; kill -9 $PPID;; *) echo '{}'; exit 0;; esac`),
    );
    expect(await ffprobe.describe('/bad')).toBeUndefined();
    expect(await ffprobe.describe('/good')).toBe('{}\n');
  });

  it('refuses when the program fails or is missing', async () => {
    expect(await start(await program(`echo '{}'; exit 3`)).describe('/any')).toBeUndefined();
    expect(await start('/no/such/program').describe('/any')).toBeUndefined();
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

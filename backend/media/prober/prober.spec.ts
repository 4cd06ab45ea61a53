import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import ffprobeStatic from 'ffprobe-static';
import { eventually } from '../../../test/support/eventually';
import { fixture } from '../../../test/support/media';
import { Counts } from '../../common/metrics/counts';
import type { Config } from '../../config/config';
import { Ffprobe } from './ffprobe';
import { Prober } from './prober';
import { findProber } from './prober-program';

let dir: string;
const ends: (() => void)[] = [];
beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'pagecast-prober-'))));
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  jest.restoreAllMocks();
  await rm(dir, { recursive: true });
});

function start(ffprobePath?: string): Prober {
  const ffprobe = new Ffprobe({ ffprobePath } as Config);
  ends.push(() => ffprobe.onApplicationShutdown());
  return new Prober(ffprobe, new Counts());
}

async function program(lines: string, name = 'program'): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, `#!/bin/sh\nfor file; do :; done\n${lines}\n`);
  await chmod(path, 0o700);
  return path;
}

const REAL = `exec ${ffprobeStatic.path} "$@"`;
const CANNOT = 'Videos cannot be checked just now';

describe('the prober', () => {
  it('describes a film, and refuses a file that is none', async () => {
    const prober = start();
    expect(await prober.describe(fixture('portrait.mp4'), 1)).toContain('h264');
    expect(await prober.describe(fixture('text.mp4'), 1)).toBeUndefined();
    expect(await prober.isUp()).toBe(true);
  });

  it('has 128 MB of memory, where the system can bound it', async () => {
    const prober = start(await program(`echo '{"streams":[],"kilobytes":'$(ulimit -d)'}'`));
    const answer = JSON.parse((await prober.describe('/any', 1)) ?? '') as { kilobytes: number };
    expect(answer.kilobytes).toBe(128 * 1024);
  });

  it.each([
    ['is killed over', 'kill -SEGV $$'],
    ['fails over', 'exit 1'],
    ['says nothing of', 'exit 0'],
    ['says nonsense of', 'echo "<html>"'],
    ['never stops talking of', 'yes'],
    ['takes its shell with it over', 'kill -9 $PPID'],
  ])('%s a film: refuses that film, and describes the next one', async (_name, does) => {
    const prober = start(await program(`case "$file" in */bad.mp4) ${does};; *) ${REAL};; esac`));
    expect(await prober.describe(join(dir, 'bad.mp4'), 1)).toBeUndefined();
    expect(await prober.describe(fixture('portrait.mp4'), 1)).toContain('h264');
  });

  it.each([
    ['is not there', undefined],
    ['is no program', '\0'],
    ['is killed', 'kill -SEGV $$'],
    ['fails', 'exit 1'],
    ['says nothing', 'exit 0'],
    ['says nonsense', 'echo "<html>"'],
    ['knows no film', `echo '{"streams":[]}'`],
  ])('blames no film when the program %s', async (_name, does) => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    // What an earlier file of tests has left behind in this process may log too.
    const complaints = () =>
      error.mock.calls.map(([text]) => String(text)).filter((text) => /ffprobe/.test(text));
    const path = does === undefined ? join(dir, 'nobody') : await program(does);
    const prober = start(path);
    expect(await prober.isUp()).toBe(false);
    // `isUp` may have answered before the check had ended.
    await eventually(
      () => Promise.resolve(complaints()),
      (all) => all.length > 0,
    );
    await expect(prober.refuseWithout()).rejects.toMatchObject({ statusCode: 503, message: CANNOT });
    expect(complaints()).toEqual([expect.stringContaining('FFPROBE_PATH')]);
  });

  it('notices with the next film that the program is gone, and that it is back', async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
    jest.spyOn(Logger.prototype, 'log').mockImplementation();
    const path = await program(REAL);
    const prober = start(path);
    await eventually(() => prober.isUp(), Boolean);
    await rm(path);
    await expect(prober.describe(fixture('portrait.mp4'), 1)).rejects.toMatchObject({ statusCode: 503 });
    expect(await prober.isUp()).toBe(false);
    await program(REAL);
    await prober.refuseWithout();
    expect(await prober.describe(fixture('portrait.mp4'), 1)).toContain('h264');
  });

  it('does not let one user wait for the films of another', async () => {
    let described = 0;
    const goOn = join(dir, 'go-on');
    const slow = `until [ -e ${goOn} ]; do sleep 0.05; done; exit 1`;
    const prober = start(await program(`case "$file" in *slow*) ${slow};; *) ${REAL};; esac`));
    const many = Array.from({ length: 8 }, (_, n) =>
      prober.describe(join(dir, `slow${n}`), 1).then(() => described++),
    );
    expect(await prober.describe(fixture('portrait.mp4'), 2)).toContain('h264');
    expect(described).toBe(0);
    await writeFile(goOn, '');
    await Promise.all(many);
  });

  it('ends a probe when its client is gone', async () => {
    const prober = start(await program(`case "$file" in *slow*) sleep 60;; *) ${REAL};; esac`));
    const client = new AbortController();
    const started = performance.now();
    const running = prober.describe(join(dir, 'slow'), 1, { signal: client.signal });
    const waiting = prober.describe(join(dir, 'slow'), 1, { signal: client.signal });
    setTimeout(() => client.abort(new Error('gone')), 200);
    await Promise.all([running, waiting].map((each) => expect(each).rejects.toThrow('gone')));
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await prober.describe(fixture('portrait.mp4'), 1)).toContain('h264');
  });
});

describe('the program', () => {
  it('is the configured one, else the bundled one, else the one on the path', async () => {
    const onPath = await program(REAL, 'ffprobe');
    const searchPath = `/nowhere:${dir}`;
    expect(await findProber({ named: '/some/ffprobe', searchPath })).toBe('/some/ffprobe');
    expect(await findProber({ named: 'ffprobe', searchPath })).toBe(onPath);
    expect(await findProber({ searchPath })).toBe(ffprobeStatic.path);
    expect(await findProber({ searchPath, bundled: '/no/arm64/ffprobe' })).toBe(onPath);
    expect(await findProber({ bundled: '/no/arm64/ffprobe' })).toBe('/no/arm64/ffprobe');
    await stat(onPath);
  });
});

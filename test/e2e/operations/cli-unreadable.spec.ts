import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startTestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { fixture } from '../../support/media';

jest.setTimeout(120_000);

const NOBODY = 65_534;

/** Modes bind everybody but the administrator. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid!(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
  }
}

async function giveAway(dir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const name of ['', ...(await readdir(dir, { recursive: true }))])
    await chown(join(dir, name), NOBODY, NOBODY);
}

describe('what cannot be read is not called unwritable', () => {
  let parent: string;
  let dir: string;
  let backups: string;
  let film: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'pagecast-unreadable-'));
    dir = join(parent, 'data');
    backups = join(parent, 'backups');
    await mkdir(dir, { mode: 0o700 });
    const app = await startTestApp({ dir });
    const user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', [fixture('portrait.mp4')]);
    await app.end();
    await app.fake.stop();
    expect(await cli(dir, ['backup', '--to', backups])).toMatchObject({ code: 0 });
    const names = await readdir(join(dir, 'media'), { recursive: true });
    film = join(
      dir,
      'media',
      names.find((name) => name.endsWith('.mp4'))!,
    );
    await giveAway(parent);
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  const refusal = (path: string) => ({
    code: 1,
    err: expect.stringContaining(
      `${path} cannot be read (EACCES). Run this as the user of the product, and give that user the right to read it.`,
    ),
  });
  async function withClosed(path: string, work: () => Promise<unknown>): Promise<void> {
    await chmod(path, 0o000);
    try {
      await asNobody(work);
    } finally {
      await chmod(path, 0o700);
    }
  }

  it.each([['backup'], ['move-media']])('a film: %s', async (name) => {
    const to = join(parent, `film-${name}`);
    await withClosed(film, async () => {
      const given = name === 'backup' ? to : `file:${to}`;
      expect(await cli(dir, [name, '--to', given])).toMatchObject(refusal(film));
    });
  });

  it.each([['backup'], ['move-media'], ['verify']])('a folder of films: %s', async (name) => {
    const to = join(parent, `folder-${name}`);
    await withClosed(dirname(film), async () => {
      const given = name === 'verify' ? [] : ['--to', name === 'backup' ? to : `file:${to}`];
      const { code, err } = await cli(dir, [name, ...given]);
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/media\/\S+ cannot be read \(EACCES\)\. Run this as/),
      ]);
    });
  });

  it.each([
    ['all of it', () => ''],
    ['its database', (name: string) => join(name, 'database.sqlite')],
    ['its description', (name: string) => join(name, 'manifest.json')],
    ['its folder', (name: string) => name],
  ])('a backup: %s', async (_what, within) => {
    const [name = ''] = (await readdir(backups)).filter((each) => each.startsWith('2'));
    const path = join(backups, within(name));
    await withClosed(path, async () => {
      for (const args of [
        ['restore', '--from', backups],
        ['verify', '--backup', backups],
      ]) {
        const { code, err, out } = await cli(join(parent, 'new'), args);
        expect([args[0], code, out, err]).toEqual([
          args[0],
          1,
          '',
          expect.stringMatching(/backups\S* cannot be read \(EACCES\)\. Run this as/),
        ]);
      }
    });
  });
});

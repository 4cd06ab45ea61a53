import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { Database } from '../../../backend/database/database';
import { startTestApp, type TestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { SmallDisk } from '../../support/small-disk';

jest.setTimeout(240_000);

async function overwrite(path: string, at: number, bytes: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(bytes, 0xff), 0, bytes, at);
  await file.close();
}

describe('restoring', () => {
  let folder = '';
  let app: TestApp;
  let user: Client;
  let uuid = '';

  const at = (...names: string[]) => join(folder, ...names);
  const restore = (name: string, args: string[] = [], env: Record<string, string> = {}) =>
    cli(at(name), ['restore', '--from', at('backups'), ...args], { env });
  const idOf = async ({ running }: TestApp) =>
    (await running.nest.get(Database).row<{ uuid: string }>('SELECT uuid FROM installation'))?.uuid;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagecast-target-'));
    await mkdir(at('old'));
    app = await startTestApp({ dir: at('old') });
    user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', [fixture('portrait.mp4'), fixture('rotated.mp4')]);
    uuid = (await idOf(app)) ?? '';
    const made = await cli(app.dir, ['backup', '--to', at('backups')]);
    if (made.code !== 0) throw new Error(made.err);
  });
  afterAll(async () => {
    await app.end();
    await rm(folder, { recursive: true, force: true });
  });

  it('is refused while a process uses the database, even where it may replace it', async () => {
    const { code, out, err } = await restore('old', ['--replace']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/Stop the product, .*then restore\.\n$/);
    expect((await user.get('/api/user')).status).toBe(200);
  });

  it('into an empty place brings rows, media, keys and the id of the installation back', async () => {
    expect(await restore('new')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Media: 2 files were copied.'),
    });
    expect((await readdir(at('new'))).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(await cli(at('new'), ['verify'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing is missing.'),
    });
    const restored = await startTestApp({ dir: at('new'), fake: app.fake });
    try {
      expect(await idOf(restored)).toBe(uuid);
      const client = await restored.client.login(user.user.email, 'secret-enough');
      const { body } = await client.get('/api/videos');
      expect(body.data).toHaveLength(2);
      expect((await fetch(`${restored.url}/storage/${body.data[0].file_path}`)).status).toBe(200);
      expect((await new Client(restored.url, user.token).get('/api/user')).status).toBe(401);
    } finally {
      await restored.end();
    }
  });

  it('replaces an installation only when that is asked for, and moves the old one aside', async () => {
    const refused = await restore('new');
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('With --replace it is moved aside'),
    ]);
    const { code, out } = await restore('new', ['--replace']);
    expect([code, out]).toEqual([0, expect.stringContaining('Media: 0 files were copied.')]);
    const [aside = ''] = (await readdir(at('new'))).filter((name) => name.startsWith('replaced-'));
    expect(out).toContain(`What was there before is in ${at('new', aside)}.`);
    const old = new SqliteHandle(at('new', aside, 'pagecast.sqlite'), { readonly: true });
    expect(old.prepare('SELECT count(*) FROM posts').pluck().get()).toBe(2);
    old.close();
  });

  it.each<[string, (file: string) => Promise<void>]>([
    ['has lost its schema', (file) => overwrite(file, 100, 3_996)],
    ['has lost its header', (file) => overwrite(file, 0, 100)],
    ['was cut off', (file) => truncate(file, 10_000)],
  ])('moves a database aside that %s', async (how, damage) => {
    expect((await restore(how)).code).toBe(0);
    await damage(at(how, 'pagecast.sqlite'));
    const damaged = await readFile(at(how, 'pagecast.sqlite'));
    expect(await restore(how, ['--replace'])).toMatchObject({ code: 0 });
    const [aside = ''] = (await readdir(at(how))).filter((name) => name.startsWith('replaced-'));
    expect((await readFile(at(how, aside, 'pagecast.sqlite'))).equals(damaged)).toBe(true);
    expect((await cli(at(how), ['verify'])).code).toBe(0);
  });

  it('is not held up by a publisher whose clock was ahead', async () => {
    expect((await restore('ahead')).code).toBe(0);
    const ahead = new SqliteHandle(at('ahead', 'pagecast.sqlite'));
    ahead.exec(
      `INSERT INTO publisher_heartbeats (publisher, beat_at) VALUES ('ahead', ${Date.now() + 86_400_000})`,
    );
    ahead.close();
    expect(await restore('ahead', ['--replace'])).toMatchObject({ code: 0 });
  });

  it('moves the media and the keys of another installation aside, too', async () => {
    await mkdir(at('other'));
    const other = await startTestApp({ dir: at('other'), fake: app.fake });
    const stranger = await other.users.subscriber({ connected: true });
    await stranger.upload('/api/videos', [fixture('small.mp4')]);
    await other.end();
    const key = await readFile(at('other', 'encryption-key'), 'utf8');
    expect((await restore('other')).code).toBe(1);
    expect(await restore('other', ['--replace'])).toMatchObject({ code: 0 });
    const names = await readdir(at('other'));
    const aside = names.find((name) => name.startsWith('replaced-')) ?? '';
    expect(await readFile(at('other', aside, 'encryption-key'), 'utf8')).toBe(key);
    const media = names.find((name) => name.startsWith('media.replaced-')) ?? '';
    expect(await readdir(at('other', media))).toContain('installation-id');
    expect((await cli(at('other'), ['verify'])).code).toBe(0);
  });

  it('moves the media of another installation into a folder of theirs where a disk is mounted', async () => {
    const disk = await SmallDisk.make(32);
    if (!disk) return;
    try {
      await mkdir(at('mounted'));
      const env = { STORAGE_URL: `file:${disk.path}` };
      const other = await startTestApp({ dir: at('mounted'), fake: app.fake, env });
      const stranger = await other.users.subscriber({ connected: true });
      await stranger.upload('/api/videos', [fixture('small.mp4')]);
      await other.end();
      const media = (await readdir(disk.path)).sort();
      const { code, out } = await restore('mounted', ['--replace'], env);
      const aside = (await readdir(disk.path)).find((name) => name.startsWith('replaced-')) ?? '';
      expect([code, out]).toEqual([
        0,
        expect.stringContaining(`What was there before is in ${join(disk.path, aside)}.`),
      ]);
      expect((await readdir(join(disk.path, aside))).sort()).toEqual(media);
      expect((await cli(at('mounted'), ['verify'], { env })).code).toBe(0);
    } finally {
      await disk.remove();
    }
  });

  it('moves a session secret aside that is another one, and leaves the key that is the same', async () => {
    expect((await restore('secret')).code).toBe(0);
    await writeFile(at('secret', 'jwt-secret'), 'another one');
    expect(await restore('secret', ['--replace'])).toMatchObject({ code: 0 });
    const aside = (await readdir(at('secret'))).find((name) => name.startsWith('replaced-')) ?? '';
    expect(await readFile(at('secret', aside, 'jwt-secret'), 'utf8')).toBe('another one');
    expect(await readdir(at('secret', aside))).not.toContain('encryption-key');
    const secretOf = async (name: string) => (await readFile(at(name, 'jwt-secret'), 'utf8')).trim();
    expect(await secretOf('secret')).toBe(await secretOf('old'));
  });

  it('moves a database on another disk aside on that disk, and its keys in DATA_DIR', async () => {
    const disk = await SmallDisk.make(32);
    if (!disk) return;
    try {
      await mkdir(at('apart'));
      const env = { DATABASE_URL: `sqlite:${join(disk.path, 'apart.sqlite')}` };
      const apart = await startTestApp({ dir: at('apart'), fake: app.fake, env });
      await apart.end();
      const { code, out, err } = await restore('apart', ['--replace'], env);
      expect([code, err]).toEqual([
        0,
        expect.stringMatching(/^Restoring \S+ \.\.\.\n(What is there goes to .*\.\n){3}$/),
      ]);
      const asideIn = async (folder: string) =>
        join(folder, (await readdir(folder)).find((name) => name.startsWith('replaced-')) ?? '');
      const [database, keys] = [await asideIn(disk.path), await asideIn(at('apart'))];
      expect(await readdir(database)).toContain('apart.sqlite');
      expect(await readdir(keys)).toContain('encryption-key');
      for (const folder of [database, keys]) expect(out).toContain(`What was there before is in ${folder}.`);
      expect((await cli(at('apart'), ['verify'], { env })).code).toBe(0);
    } finally {
      await disk.remove();
    }
  });

  it('is refused without the key that the backup was made with', async () => {
    const wrong = await restore('keyless', [], { ENCRYPTION_KEY: 'ab'.repeat(32) });
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('ENCRYPTION_KEY is not the key')]);
    await cli(app.dir, ['backup', '--to', at('bare'), '--without-keys']);
    const bare = (env = {}) => cli(at('keyless'), ['restore', '--from', at('bare')], { env });
    expect((await bare()).err).toContain('The backup has no keys');
    const key = (await readFile(at('old', 'encryption-key'), 'utf8')).trim();
    expect(await bare({ ENCRYPTION_KEY: `${'cd'.repeat(32)},${key}` })).toMatchObject({ code: 0 });
    expect(await readdir(at('keyless'))).not.toContain('encryption-key');
  });

  it.each(['644', '444'])(
    'is open to nobody else, even from a backup with files of mode %s',
    async (mode) => {
      const [env, to] = [{ NETWORK: 'rehearsal' }, at(`backups-${mode}`)];
      await mkdir(at('old', 'rehearsal'), { recursive: true });
      await writeFile(at('old', 'rehearsal', 'published'), 'a post');
      expect((await cli(app.dir, ['backup', '--to', to], { env })).code).toBe(0);
      const files = await readdir(to, { recursive: true, withFileTypes: true });
      for (const file of files)
        if (file.isFile()) await chmod(join(file.parentPath, file.name), parseInt(mode, 8));
      const dir = at(`restored-${mode}`);
      expect(await cli(dir, ['restore', '--from', to], { env })).toMatchObject({ code: 0 });
      for (const name of ['pagecast.sqlite', 'encryption-key', 'jwt-secret', 'rehearsal/published'])
        expect([name, (await stat(join(dir, name))).mode & 0o777]).toEqual([name, 0o600]);
    },
  );

  it('is refused from a backup that was changed, or that another version made', async () => {
    await cp(at('backups'), at('changed'), { recursive: true });
    const [name = ''] = (await readdir(at('changed'))).filter((each) => each.startsWith('2'));
    const path = at('changed', name, 'media.txt');
    await writeFile(path, `${await readFile(path, 'utf8')}\n`);
    const from = (dir: string) => cli(at('empty'), ['restore', '--from', at(dir)]);
    expect(await from('changed')).toMatchObject({
      code: 1,
      err: expect.stringContaining('media.txt was changed.'),
    });
    const manifest = at('changed', name, 'manifest.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"format": 1', '"format": 2'));
    expect(await from('changed')).toMatchObject({ code: 1, err: expect.stringContaining('another version') });
    expect(await from('nothing')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no folder'),
    });
    expect((await readdir(at('empty'))).filter((each) => each !== 'mail')).toEqual([]);
  });
});

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { useApp } from '../../support/app';
import { cli } from '../../support/cli';
import { fixture } from '../../support/media';

jest.setTimeout(240_000);

describe('a backup whose manifest is damaged', () => {
  const app = useApp();
  let to = '';
  beforeEach(async () => (to = await mkdtemp(join(tmpdir(), 'pagecast-damaged-'))));
  afterEach(() => rm(to, { recursive: true, force: true }));

  const backup = (...more: string[]) => cli(app.dir, ['backup', '--to', to, ...more]);
  const make = async () => basename(/^Backup: (.*)$/m.exec((await backup()).out)?.[1] ?? '');
  const names = async () => (await readdir(to)).filter((name) => name.startsWith('2')).sort();
  const damage = (name: string) => writeFile(join(to, name, 'manifest.json'), '{');
  const verify = (...more: string[]) => cli('/nowhere', ['verify', '--backup', to, ...more]);

  it('is passed over by --keep, which says so and removes others, and what it names stays', async () => {
    const user = await app.users.subscriber({ connected: true });
    const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')]);
    const key = String(body.videos[0].file_path).split('?')[0]!;
    const first = await make();
    await user.delete(`/api/videos/${body.videos[0].id}`);
    const [second, third] = [await make(), await make()];
    await damage(first);
    const { code, out, err } = await backup('--keep', '2');
    expect(code).toBe(0);
    expect(err).toBe(
      `${join(to, first, 'manifest.json')} is damaged: remove that folder, or restore another backup with --backup.\n`,
    );
    expect(out).toContain(`Removed the backup ${second}.`);
    expect(await names()).toEqual([first, third, expect.any(String)]);
    expect((await readFile(join(to, 'media', key.slice(0, 2), key))).length).toBeGreaterThan(0);
    expect((await verify()).code).toBe(0);

    // What the last trace of it names is removed with it.
    await rm(join(to, first), { recursive: true });
    expect((await backup('--keep', '1')).out).toMatch(/^Removed [1-9] media files/m);
  });

  it('counts as none where it is the newest, which is told, and verify ends with 1', async () => {
    const [whole, damaged] = [await make(), await make()];
    await damage(damaged);
    const sentence = `${join(to, damaged, 'manifest.json')} is damaged`;
    const verified = await verify();
    expect([verified.code, verified.err]).toEqual([1, expect.stringContaining(sentence)]);
    expect(verified.out).toContain(`Backup: ${whole}, made by`);
    expect(await verify('--date', damaged)).toMatchObject({ code: 1, out: '' });
    expect((await verify('--date', whole)).code).toBe(0);
    const dir = join(to, 'new');
    const restored = await cli(dir, ['restore', '--from', to]);
    expect(restored).toMatchObject({ code: 0, err: expect.stringContaining(sentence) });
    expect(restored.out).toContain(`The backup ${whole} is back.`);
  });

  it.each(['keys', 'keyIds', 'media', 'tables'])('is told from a manifest without %s', async (field) => {
    const path = join(to, await make(), 'manifest.json');
    const edited = JSON.parse(await readFile(path, 'utf8'), (name: string, value: unknown) =>
      name === field ? undefined : value,
    );
    await writeFile(path, JSON.stringify(edited));
    for (const { code, out, err } of [
      await verify(),
      await cli(join(to, 'new'), ['restore', '--from', to]),
    ]) {
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain(`${path} is damaged: remove that folder`);
    }
  });

  it('is no backup to restore where there is no other', async () => {
    await damage(await make());
    const refused = await cli(join(to, 'new'), ['restore', '--from', to]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is damaged')]);
    expect(refused.err).toContain('There is no complete backup in');
  });
});

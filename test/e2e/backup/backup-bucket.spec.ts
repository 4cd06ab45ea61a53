import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestApp } from '../../support/app';
import { cli, startCli } from '../../support/cli';
import { fixture } from '../../support/media';
import { BucketBackups } from '../../support/swift/bucket-backups';
import type { Asked, Fate } from '../../support/swift/faulty-link';
import { onSwift } from '../../support/swift/swift';
import { AppBucket } from '../../support/swift/use-bucket';

jest.setTimeout(240_000);

onSwift('a backup in a bucket', (swift) => {
  let its: BucketBackups;

  const isPut = ({ method, path }: Asked, name: string) => method === 'PUT' && path.includes(name);

  beforeAll(async () => {
    its = await BucketBackups.start(swift());
  });
  afterEach(() => its.bucket.link.mend());
  afterAll(() => its.end());

  it('is made while the product runs, is whole, and leaves nothing on this machine', async () => {
    const made = await its.backup();
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(new RegExp(`^Backup: s3://${its.bucket.name}/pagecast/2\\d{3}-[^/]*Z$`, 'm'));
    expect(made.out).toMatch(/^Media: (\d+) files \(\d+ bytes\), \1 of them new/m);
    const checked = await its.verify();
    expect([checked.code, checked.err]).toEqual([0, '']);
    expect(checked.out).toContain('The backup is whole.');
    expect((await readdir(its.app.dir)).filter((name) => name.startsWith('.backup-'))).toEqual([]);
    expect((await its.bucket.names()).filter((name) => name.startsWith('locks/'))).toEqual([]);
  });

  it('has no key in it unless that was asked for', async () => {
    const keys: string[] = [];
    for (const name of ['encryption-key', 'jwt-secret'])
      keys.push((await readFile(join(its.app.dir, name), 'utf8')).trim());
    const leaks = async () => {
      const found: string[] = [];
      for (const name of await its.bucket.names()) {
        const bytes = await its.bucket.read(name);
        if (keys.some((key) => bytes.includes(key))) found.push(name);
      }
      return found;
    };
    expect(await leaks()).toEqual([]);
    expect((await its.backup()).out).toContain('Keys: not in the backup. Keep ENCRYPTION_KEY elsewhere');
    expect((await its.backup('--with-keys')).out).toContain('Keys: in the backup. Whoever reads it');
    expect(await leaks()).toEqual([
      expect.stringMatching(/\/keys\/encryption-key$/),
      expect.stringMatching(/\/keys\/jwt-secret$/),
    ]);
    expect((await its.backup('--with-keys', '--without-keys')).code).toBe(2);
  });

  it('sends a medium once, however many backups there are', async () => {
    const before = its.bucket.link.asked.length;
    expect((await its.backup()).out).toContain('0 of them new (0 bytes)');
    expect(its.bucket.link.asked.slice(before).filter((asked) => isPut(asked, '/media/'))).toEqual([]);
    await its.upload('new');
    expect((await its.backup()).out).toMatch(/, [12] of them new/);
    const sent = its.bucket.link.asked.slice(before).filter((asked) => isPut(asked, '/media/'));
    expect([1, 2]).toContain(sent.length);
  });

  it('is the same as one in a folder, to which it may be copied', async () => {
    for (const name of await its.bucket.names()) {
      await mkdir(dirname(its.at('copy', name)), { recursive: true });
      await writeFile(its.at('copy', name), await its.bucket.read(name));
    }
    expect(await cli('/nowhere', ['verify', '--backup', its.at('copy')])).toMatchObject({ code: 0 });
    expect(await cli(its.app.dir, ['backup', '--to', its.at('copy')])).toMatchObject({
      code: 0,
      out: expect.stringContaining(' 0 of them new (0 bytes)'),
    });
  });

  it('is removed beyond a number, with the media that only it names', async () => {
    const id = await its.upload('short-lived');
    await its.backup();
    await its.user.delete(`/api/videos/${id}`);
    const before = await its.media();
    const { code, out } = await its.backup('--keep', '2');
    expect([code, out]).toEqual([0, expect.stringContaining('Removed the backup ')]);
    expect(await its.bucket.backups()).toHaveLength(2);
    // The one before still names it.
    expect(await its.media()).toEqual(before);
    expect((await its.backup('--keep', '1')).out).toMatch(/^Removed [12] media files/m);
    expect((await its.media()).length).toBeLessThan(before.length);
    expect(await its.verify()).toMatchObject({ code: 0 });
  });

  it('is not removed while nobody can tell which media the others need', async () => {
    await its.backup();
    const before = await its.media();
    await its.backup();
    const damaged = (await its.bucket.backups()).at(-1) ?? '';
    await its.bucket.delete(`${damaged}/media.txt`);
    const { code, err } = await its.backup('--keep', '2');
    expect([code, err]).toEqual([
      1,
      `The backup ${damaged} is not whole: media.txt was changed. Nothing was removed.\n`,
    ]);
    expect(await its.media()).toEqual(before);
    // Once it is among those to be removed, it may go.
    expect(await its.backup('--keep', '1')).toMatchObject({ code: 0 });
    expect(await its.bucket.backups()).toHaveLength(1);
    expect(await its.verify()).toMatchObject({ code: 0 });
  });

  it('is found broken when a file or a medium is missing or was changed', async () => {
    const [path = ''] = await its.media();
    await its.bucket.delete(path);
    expect(await its.verify()).toMatchObject({ code: 1, out: expect.stringContaining('is missing.') });
    expect((await its.backup()).out).toContain('1 of them new');
    expect(await its.verify()).toMatchObject({ code: 0 });
    const name = (await its.bucket.backups()).at(-1) ?? '';
    await its.bucket.delete(`${name}/database.sqlite`);
    expect(await its.verify()).toMatchObject({
      code: 1,
      out: expect.stringContaining('database.sqlite is missing.'),
    });
    await its.backup();
    expect((await its.verify('--date', '1999')).err).toContain('There is no backup of 1999 in s3://');
  });

  it.each<[string, Fate]>([
    ['refuses', { status: 403, code: 'AccessDenied' }],
    ['goes away at', 'is cut'],
  ])('is not there when the bucket %s the database, and the earlier ones are', async (_how, fate) => {
    const before = await its.bucket.names();
    its.bucket.link.fate = (asked) => (isPut(asked, 'database.sqlite') ? fate : 'passes');
    const { code, out, err } = await its.backup();
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^s3:\/\/\S+ cannot be used: the bucket (answers 403 AccessDenied|does not answer \(\w+\))\.\n$/,
    );
    expect(await its.bucket.names()).toEqual(before);
  });

  it('is refused with wrong keys, without a bucket, and with half of the keys, and no key is told', async () => {
    const env = { BACKUP_ACCESS_KEY_ID: 'test:tester', BACKUP_SECRET_ACCESS_KEY: 'hunter2hunter2' };
    const wrong = await cli(its.app.dir, ['backup', '--to', its.to], { env });
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/answers 403 \w+\.\n$/)]);
    const none = its.to.replace(its.bucket.name, 'nothing-here');
    expect((await cli(its.app.dir, ['backup', '--to', none], { env: its.bucket.env })).err).toContain(
      '404 NoSuchBucket',
    );
    const half = await cli(its.app.dir, ['backup', '--to', its.to], { env: { BACKUP_ACCESS_KEY_ID: 'x' } });
    expect(half).toMatchObject({
      code: 1,
      err: expect.stringContaining('BACKUP_SECRET_ACCESS_KEY: must be set'),
    });
    const inside = its.to.replace('s3://', 's3://AKID:hunter2hunter2@');
    const refused = await cli('/nowhere', ['verify', '--backup', inside], { env: its.bucket.env });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('without keys in it') });
    for (const { out, err } of [wrong, half, refused]) expect(out + err).not.toContain('hunter2');
  });

  it('of another installation is left alone', async () => {
    await mkdir(its.at('other'));
    const other = await startTestApp({ dir: its.at('other'), fake: its.app.fake });
    try {
      const before = await its.bucket.names();
      const refused = await cli(other.dir, ['backup', '--to', its.to], { env: its.bucket.env });
      expect([refused.code, refused.err]).toEqual([
        1,
        `s3://${its.bucket.name}/pagecast/ has the backups of another installation. Name another prefix.\n`,
      ]);
      expect(await its.bucket.names()).toEqual(before);
    } finally {
      await other.end();
    }
  });

  it('survives kills: the one before stays whole, and the next one works', async () => {
    await Promise.all(['k1', 'k2', 'k3'].map((salt) => its.upload(salt)));
    let kills = 0;
    for (const delay of [0, 60, 300]) {
      for (const name of await its.media()) await its.bucket.delete(name);
      const before = await its.bucket.backups();
      const asked = its.bucket.link.asked.length;
      // Slow enough that it has not ended by then.
      its.bucket.link.fate = (call) => (isPut(call, '/pagecast/') ? { afterMs: 30 } : 'passes');
      const { child, ended } = startCli(its.app.dir, ['backup', '--to', its.to], { env: its.bucket.env });
      while (
        child.exitCode === null &&
        !its.bucket.link.asked.slice(asked).some((call) => isPut(call, '/media/'))
      )
        await pause(2);
      await pause(delay);
      child.kill('SIGKILL');
      if ((await ended).code === null) kills++;
      its.bucket.link.mend();
      for (const name of await its.bucket.backups())
        if (!before.includes(name)) expect(await its.verify('--date', name)).toMatchObject({ code: 0 });
      if ((await its.bucket.names()).some((name) => name.startsWith('locks/')))
        expect((await its.backup()).err).toContain(
          'is under way. If it was killed, the next one can begin in',
        );
      await its.bucket.unlock();
      expect(await its.backup()).toMatchObject({ code: 0, err: '' });
      expect(await its.verify()).toMatchObject({ code: 0 });
      const whole = await its.bucket.backups();
      for (const name of await its.bucket.names())
        if (/^2\d{3}-/.test(name)) expect(whole).toContain(name.split('/')[0]);
      expect((await readdir(its.app.dir)).filter((name) => name.startsWith('.backup-'))).toEqual([]);
    }
    expect(kills).toBeGreaterThan(0);
  });

  it('is refused where the media of the product are, and made beside them with a warning', async () => {
    const store = await AppBucket.make(swift());
    await mkdir(its.at('beside'));
    const other = await startTestApp({ dir: its.at('beside'), fake: its.app.fake, env: store.env });
    try {
      const own = await other.users.subscriber({ connected: true });
      await own.upload('/api/videos', [fixture('portrait.mp4')]);
      const before = await store.files();
      expect(before.length).toBeGreaterThan(0);
      const run = (address: string) => cli(other.dir, ['backup', '--to', address], { env: store.env });
      const { address } = store;
      for (const wrong of [address, address.replace('/pagecast', '/pagecast/media')])
        expect(await run(wrong)).toMatchObject({
          code: 1,
          err: expect.stringContaining('overlaps with the media of the product'),
        });
      // The keys of the media serve where there are no others.
      expect(await run(address.replace('/pagecast', '/backups'))).toMatchObject({
        code: 0,
        err: expect.stringContaining('who loses it loses both'),
      });
      expect(await store.files()).toEqual(before);
    } finally {
      await other.end();
      await store.link.end();
    }
  });
});

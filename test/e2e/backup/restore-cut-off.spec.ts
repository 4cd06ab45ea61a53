import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseEnv, startTestApp } from '../../support/app';
import { cli, startCli } from '../../support/cli';
import { eachDatabase, untilUnused } from '../../support/databases';
import { withServer } from '../../support/mariadb-rows';
import { fixture, paddedVideo } from '../../support/media';

jest.setTimeout(240_000);

eachDatabase((_kind, makeConfig) => {
  let folder = '';
  const asides: string[] = [];
  const at = (...names: string[]) => join(folder, ...names);

  /** An installation in a folder of its own, with a database of its own, that was stopped. */
  async function makeInstallation(name: string, films: string[]) {
    await mkdir(at(name));
    const config = await makeConfig();
    const env = config.kind === 'mysql' ? databaseEnv(config) : {};
    const url = config.kind === 'mysql' ? config.url : '';
    const app = await startTestApp({ dir: at(name), env });
    const user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', films);
    await app.end();
    if (url) {
      await withServer(url, (sql) => sql('UPDATE publisher_heartbeats SET beat_at = beat_at - 60000'));
      await untilUnused(url);
    }
    const database = url.slice(url.lastIndexOf('/') + 1);
    /** The place of its old database, once there is something in it. */
    const oldDatabase = async (): Promise<string | undefined> => {
      if (!url) {
        const found = (await readdir(at(name))).find((each) => each.startsWith('replaced-'));
        return found && existsSync(at(name, found, 'pagecast.sqlite')) ? at(name, found) : undefined;
      }
      const like = `${database}\\_replaced%`;
      const [found] = await withServer(url, (sql) =>
        sql(`SELECT TABLE_SCHEMA AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA LIKE '${like}'`),
      );
      return found && `the database ${String(found.name)}`;
    };
    return { env, url, database, oldDatabase };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagecast-cut-off-'));
    const films = await Promise.all(
      ['1', '2', '3'].map((salt) => paddedVideo(at(`${salt}.mp4`), 8_000_000, { salt })),
    );
    const { env } = await makeInstallation('old', films);
    const made = await cli(at('old'), ['backup', '--to', at('backups')], { env });
    expect([made.code, made.err]).toEqual([0, '']);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('names what a restore that was killed has moved aside, before the move and when it is repeated', async () => {
    const its = await makeInstallation('taken', [fixture('small.mp4')]);
    const args = ['restore', '--from', at('backups'), '--replace'];
    const oldMedia = async () => {
      const found = (await readdir(at('taken'))).find((each) => each.startsWith('media.replaced-'));
      return found && at('taken', found);
    };
    const { child, ended } = startCli(at('taken'), args, { env: its.env });
    while (child.exitCode === null && !(await oldMedia())) await pause(1);
    child.kill('SIGKILL');
    const killed = await ended;
    expect(killed.code).toBeNull();
    const media = await oldMedia();
    expect(killed.err).toContain(`What is there goes to ${media}.`);

    if (its.url) await untilUnused(its.url);
    const again = await cli(at('taken'), args, { env: its.env });
    expect(again).toMatchObject({ code: 0 });
    const database = await its.oldDatabase();
    if (its.url) asides.push(String(database?.split(' ').at(-1)));
    expect(again.out).toContain(`What was there before is in ${media}.`);
    expect(again.out).toContain(`What was there before is in ${database}.`);

    // Only until it has ended.
    if (its.url) {
      const left = await withServer(its.url, (sql) => sql("SHOW TABLES LIKE 'restore%'"));
      expect(left).toEqual([]);
      for (const name of asides) await withServer(its.url, (sql) => sql(`DROP DATABASE ${name}`));
      await untilUnused(its.url);
    } else expect((await readdir(at('taken'))).filter((name) => name.endsWith('.aside'))).toEqual([]);
    expect(await cli(at('taken'), ['verify'], { env: its.env })).toMatchObject({ code: 0 });
  });
});

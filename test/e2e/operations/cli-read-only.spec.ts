import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseEnv } from '../../support/app';
import { cli } from '../../support/cli';
import { mariadbListens } from '../../support/databases';
import { OwnMariadb } from '../../support/own-mariadb';

jest.setTimeout(180_000);

const isWanted = process.env.CI === 'true' || mariadbListens();
(isWanted ? describe : describe.skip)('a MariaDB that takes no writes', () => {
  let server: OwnMariadb;
  let dir: string;
  let env: Record<string, string>;
  let backups: string;
  beforeAll(async () => {
    server = await OwnMariadb.start('--innodb-flush-log-at-trx-commit=1');
    await server.query('CREATE DATABASE pagecast');
    dir = await mkdtemp(join(tmpdir(), 'pagecast-read-only-'));
    backups = join(dir, 'backups');
    const secrets = { JWT_SECRET: 'x'.repeat(48), ENCRYPTION_KEY: 'ab'.repeat(32) };
    env = { ...databaseEnv(server.config), ...secrets, PORT: '0' };
    for (const args of [['migrate'], ['sweep'], ['backup', '--to', backups]])
      expect(await cli(dir, args, { env })).toMatchObject({ code: 0 });
    await server.query('SET GLOBAL read_only = 1');
  });
  afterAll(async () => {
    await server.end();
    await rm(dir, { recursive: true, force: true });
  });

  const database = async (as = env) => {
    const { out } = await cli(dir, ['doctor', '--json'], { env: as });
    return (JSON.parse(out) as { check: string; state: string; text: string }[]).find(
      ({ check }) => check === 'database',
    )!;
  };

  it.each([
    ['restore', '--replace', '--from', 'BACKUPS'],
    ['admin', 'create', '--email', 'new@example.com'],
  ])('is not called away: %s', async (...args) => {
    const { code, err } = await cli(
      dir,
      args.map((each) => each.replace('BACKUPS', backups)),
      { env },
    );
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('takes no writes (ER_OPTION_PREVENTS_STATEMENT). Is it a replica?'),
    ]);
    expect(err).not.toContain('secret');
  });

  it('is found by the doctor, and nothing is written', async () => {
    expect(await database()).toMatchObject({
      state: 'fail',
      text: expect.stringContaining('takes no writes'),
    });
  });

  it('is well for a user whom it lets write', async () => {
    const DATABASE_URL = env.DATABASE_URL!.replace('pagecast:secret', 'root');
    expect(await database({ ...env, DATABASE_URL })).toMatchObject({ state: 'ok' });
    await server.query('SET GLOBAL read_only = 0');
    expect(await database()).toMatchObject({ state: 'ok' });
  });
});

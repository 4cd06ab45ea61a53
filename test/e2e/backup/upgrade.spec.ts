import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../../backend/app.module';
import type { DatabaseConfig } from '../../../backend/config/config';
import { dataSourceOptions } from '../../../backend/database/data-source';
import { openMigrated } from '../../../backend/database/migrate';
import { Authenticator } from '../../support/authenticator';
import { Client } from '../../support/client';
import { onMariadb } from '../../support/databases';
import { eventually } from '../../support/eventually';
import { mailsOf } from '../../support/mails';
import { fixture } from '../../support/media';
import { MAIN, type Product } from '../../support/process';
import { readAnswers, type Answers } from '../../support/upgrade/answers';
import {
  earlierVersions,
  placeInstallation,
  readInstallation,
  startAt,
  type Installation,
} from '../../support/upgrade/fixtures';
import { inOrder, readRows, underNewNames, type Rows } from '../../support/upgrade/rows';

jest.setTimeout(120_000);

const TEN_MINUTES_MS = 600_000;
/** Of processes that run, and of work in progress. */
const MAY_BE_EMPTY = ['publisher_heartbeats', 'bulk_marks'];

/** Opens the database as an earlier version left it, brings it to the newest, and reads all rows before and after. */
async function migrated(database: DatabaseConfig): Promise<{ before: Rows; after: Rows }> {
  const options = dataSourceOptions(database, ENTITIES);
  const old = await new DataSource({ ...options, migrations: [] }).initialize();
  const before = await readRows(old);
  await old.destroy();
  const now = await openMigrated(database, options);
  const after = await readRows(now);
  await now.destroy();
  return { before, after };
}

/** Nothing is missing, nothing is new, and no value that both versions have is another one. */
function expectSameRows(before: Rows, after: Rows): void {
  for (const [table, rows] of Object.entries(underNewNames(before))) {
    const columns = Object.keys(rows[0] ?? {});
    const common = (row: Record<string, unknown>) =>
      Object.fromEntries(columns.map((column) => [column, row[column]]));
    expect({ table, rows: inOrder((after[table] ?? []).map(common)) }).toEqual({
      table,
      rows: inOrder(rows),
    });
  }
}

/**
 * The answers as they are by now. The calendar told when a failed post was last tried, and tells when it failed. A page of
 * plans began with the cheapest, and begins with the newest.
 */
function asTheyAreNow(answers: Answers, { posts = [] }: Rows): Answers {
  const failedAt = new Map(posts.map(({ id, failed_at }) => [Number(id), Number(failed_at)]));
  const changed = structuredClone(answers) as Record<string, Record<string, { body: any }>>;
  for (const { '/api/calendar/outlook': outlook, ...others } of Object.values(changed)) {
    for (const failure of outlook?.body.failed ?? [])
      failure.at = new Date(failedAt.get(failure.item.id)!).toISOString();
    for (const [address, { body }] of Object.entries(others))
      if (/\/plans\?page=/.test(address)) body.data.sort((one: any, other: any) => other.id - one.id);
  }
  return changed as Answers;
}

it('has an installation of the first version to upgrade', () => {
  expect(earlierVersions()).toContain('version-0.1.0');
});

describe.each(earlierVersions())('an installation of %s', (folder) => {
  let left: Installation;
  beforeAll(async () => {
    left = await readInstallation(folder);
  });

  describe('on SQLite', () => {
    let dir: string;
    let rows: { before: Rows; after: Rows };
    let product: Product | undefined;
    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'pagecast-upgrade-'));
      await placeInstallation(folder, dir);
      rows = await migrated({ kind: 'sqlite', file: join(dir, 'pagecast.sqlite') });
    });
    afterEach(() => product?.kill());
    afterAll(() => rm(dir, { recursive: true, force: true }));

    it('had rows in every table', () => {
      const empty = Object.keys(rows.before).filter((table) => rows.before[table]!.length === 0);
      expect(empty.filter((table) => !MAY_BE_EMPTY.includes(table))).toEqual([]);
    });

    it('keeps every value of every row', () => {
      expectSameRows(rows.before, rows.after);
    });

    it('answers every call as the earlier version did, the bytes of every file included', async () => {
      product = await startAt(MAIN, dir, left.at, { ROLE: 'api' });
      // An answer may have more fields than it had.
      expect(await readAnswers(product.url, left.people)).toMatchObject(
        asTheyAreNow(left.answers, rows.before),
      );
    });

    it('lets people sign in, sends what waited, and finishes the post that was under way, once', async () => {
      product = await startAt(MAIN, dir, left.at + TEN_MINUTES_MS);
      const { otto, zoe, lib, admin } = left.people as Record<'otto' | 'zoe' | 'lib' | 'admin', any>;
      await expectSignIn(product.url, left, zoe);
      await expectSignIn(product.url, left, otto);

      const owner = new Client(product.url, left.people[left.waiting.person]!.token);
      const waiting = `/api/videos/${left.waiting.id}`;
      const now = new Date(left.at + TEN_MINUTES_MS).toISOString();
      expect((await owner.put(`${waiting}/reschedule`, { scheduled_for: now })).status).toBe(200);
      const isPublished = ({ body }: { body: any }) => body.status === 'published';
      const { body } = await eventually(() => owner.get(waiting), isPublished, 30_000);
      const begun = new Client(product.url, lib.token);
      await eventually(() => begun.get(`/api/videos/${left.underWay.id}`), isPublished, 30_000);

      const { body: posts } = await new Client(product.url, admin.token).get('/rehearsal/posts.json');
      const titles = (posts as { title: string }[]).map(({ title }) => title);
      expect(titles.filter((title) => title === body.title)).toHaveLength(1);
      expect(titles.filter((title) => title === 'Going public')).toHaveLength(1);
      const mails = await eventually(
        () => mailsOf(dir),
        (all) => all.length > 0,
        30_000,
      );
      expect(mails.map((mail) => mail.header('To'))).toContain('added@example.com');
    });
  });

  onMariadb('on MariaDB', (makeConfig) => {
    it('keeps every value of every row', async () => {
      const config = await makeConfig({ empty: true });
      if (config.kind !== 'mysql') throw new Error('no MariaDB');
      await load(config.url, fixture(`${folder}/mariadb.sql`));
      const { before, after } = await migrated(config);
      expect(before.posts?.length).toBeGreaterThan(10);
      expectSameRows(before, after);
    });
  });
});

/** The tables of a dump come in the order of their names, whatever refers to what. */
async function load(url: string, file: string): Promise<void> {
  const uri = url.replace('mariadb:', 'mysql:');
  const connection = await createConnection({ uri, multipleStatements: true });
  try {
    await connection.query(`SET FOREIGN_KEY_CHECKS = 0;\n${await readFile(file, 'utf8')}`);
  } finally {
    await connection.end();
  }
}

/** With the password and, where there are two factors, a code and a recovery code of then. */
async function expectSignIn(url: string, { at }: Installation, person: any): Promise<void> {
  const visitor = new Client(url);
  const sign = () => visitor.post('/api/auth/login', { email: person.email, password: person.password });
  const { status, body } = await sign();
  if (!person.twoFactor) {
    expect(status).toBe(200);
    return;
  }
  expect([status, body.error]).toEqual([401, 'two_factor_required']);
  const phone = new Authenticator(person.twoFactor.secret, () => at + TEN_MINUTES_MS);
  const answer = (challenge: string, code: string) =>
    visitor.post('/api/auth/two-factor', { challenge, code });
  expect((await answer(body.challenge, phone.code())).status).toBe(200);
  const { challenge } = (await sign()).body;
  expect((await answer(challenge, person.twoFactor.recovery[0])).status).toBe(200);
}

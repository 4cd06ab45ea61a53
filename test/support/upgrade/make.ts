/**
 * Keeps an installation of this version for the tests of later ones: `npm run upgrade-fixture`, before a release. Needs
 * MariaDB as the tests do, and `mariadb-dump`.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isDeepStrictEqual } from 'node:util';
import SqliteHandle from 'better-sqlite3';
import { createConnection } from 'mysql2/promise';
import { VERSION } from '../../../backend/version';
import { Client } from '../client';
import { fixture } from '../media';
import { MAIN } from '../process';
import { readAnswers } from './answers';
import { KEPT, startAt } from './fixtures';
import { fill, type World } from './world';

/** Nobody listens: mails wait in the database. */
const NO_MAIL = { MAIL_URL: 'smtp://127.0.0.1:9' };
const folder = fixture(`version-${VERSION}`);

async function main(): Promise<void> {
  // Fails if there is one: what a version left is not made again by a later one.
  await mkdir(folder);
  const dir = await mkdtemp(join(tmpdir(), 'pagecast-fixture-'));
  try {
    await keepSqlite(dir);
    await keepMariadb(join(dir, 'other'), dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function keepSqlite(dir: string): Promise<void> {
  const world = await filled(dir, NO_MAIL);
  const at = Date.now();
  for (const name of KEPT) await cp(join(dir, name), join(folder, name), { recursive: true });
  for (const scratch of ['incoming', 'trash'])
    await rm(join(folder, 'media', scratch), { recursive: true, force: true });
  const file = join(dir, 'pagecast.sqlite');
  await writeFile(join(folder, 'pagecast.sqlite.gz'), gzipSync(wholeFile(file), { level: 9 }));
  const answers = await readTwice(dir, at, world);
  const text = JSON.stringify({ version: VERSION, at, ...world, answers }, undefined, 1);
  await writeFile(join(folder, 'installation.json'), `${text}\n`);
}

/** Answers that differ when they are asked again are none that a later version could be held to. */
async function readTwice(dir: string, at: number, { people }: World) {
  const read = async () => {
    const product = await startAt(MAIN, dir, at, { ...NO_MAIL, ROLE: 'api' });
    try {
      return await readAnswers(product.url, people);
    } finally {
      product.signal('SIGTERM');
      await product.exit();
    }
  };
  const answers = await read();
  for (const [name, now] of Object.entries(await read()))
    for (const [path, answer] of Object.entries(now))
      if (!isDeepStrictEqual(answer, answers[name]?.[path]))
        throw new Error(
          `${name} ${path} differs:\n${JSON.stringify(answers[name]?.[path])}\n${JSON.stringify(answer)}`,
        );
  return answers;
}

/** The same people and posts in MariaDB, as statements. Their media are not kept twice. */
async function keepMariadb(dir: string, scratch: string): Promise<void> {
  const name = `pagecast_fixture_${randomBytes(4).toString('hex')}`;
  const server = await createConnection({ host: '127.0.0.1', port: 3306, user: 'root' });
  await server.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  try {
    await mkdir(dir);
    // Both databases have the same keys.
    const secrets = {
      JWT_SECRET: keyIn(scratch, 'jwt-secret'),
      ENCRYPTION_KEY: keyIn(scratch, 'encryption-key'),
    };
    await filled(dir, { ...NO_MAIL, ...secrets, DATABASE_URL: `mariadb://root@127.0.0.1:3306/${name}` });
    const options = ['--host=127.0.0.1', '--user=root', '--compact', '--skip-extended-insert', '--hex-blob'];
    const text = execFileSync('mariadb-dump', [...options, '--complete-insert', name], { encoding: 'utf8' });
    await writeFile(join(folder, 'mariadb.sql'), text);
  } finally {
    await server.query(`DROP DATABASE ${name}`);
    await server.end();
  }
}

async function filled(dir: string, env: Record<string, string>): Promise<World> {
  const product = await startAt(MAIN, dir, Date.now(), env);
  try {
    return await fill(new Client(product.url));
  } finally {
    // A post is under way, and stays so.
    await product.kill();
  }
}

const keyIn = (dir: string, name: string): string => readFileSync(join(dir, name), 'utf8').trim();

/** Without a log beside it. */
function wholeFile(file: string): Buffer {
  const database = new SqliteHandle(file);
  try {
    database.pragma('journal_mode = DELETE');
    database.exec('VACUUM');
    return database.serialize();
  } finally {
    database.close();
  }
}

void main();

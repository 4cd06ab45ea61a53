import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { startApp, type RunningApp } from '../../backend/app';
import { Passwords } from '../../backend/auth/passwords';
import { Clock } from '../../backend/common/time/clock';
import { DatabaseTime } from '../../backend/database/database-time';
import { loadConfig, type DatabaseConfig } from '../../backend/config/config';
import { Client } from './client';
import { ADMIN, PAGE } from './credentials';
import { FakeGraph } from './fake-graph';
import { placeMigrated } from './migrated';
import { TestClock } from './test-clock';
import { Users } from './users';

export { ADMIN, PAGE };

/** A hundredth of the work for each of thousands of users. */
const QUICK_HASHES = { memoryCost: 256, timeCost: 1, parallelism: 1 };

export interface TestApp {
  url: string;
  dir: string;
  running: RunningApp;
  client: Client;
  users: Users;
  clock: TestClock;
  fake: FakeGraph;
  /** Stops the product only; the data and the fake stay. */
  stop(): Promise<void>;
  end(): Promise<void>;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  fake?: FakeGraph;
  dir?: string;
  clock?: TestClock;
  /** The database keeps its own time, and the product measures it. Otherwise it follows the product's clock. */
  databaseKeepsTime?: boolean;
}

/** The whole product in this process, on a scratch database, with the fake Graph server as its network. */
export async function startTestApp({
  env = {},
  fake,
  dir,
  clock = new TestClock(),
  databaseKeepsTime = false,
}: TestAppOptions = {}): Promise<TestApp> {
  const graph = fake ?? (await startFake());
  const dataDir = dir ?? (await mkdtemp(join(tmpdir(), 'pagecast-test-')));
  const hosts = { GRAPH_URL: graph.graphUrl, RUPLOAD_URL: graph.ruploadUrl, DIALOG_URL: graph.graphUrl };
  const config = loadConfig(environment(dataDir, { ...hosts, ...env }));
  if (config.database.kind === 'sqlite') await placeMigrated(config.database.file);
  const running = await startApp(config, resolve(__dirname, '../../dist'));
  const ownClock = running.nest.get(Clock);
  ownClock.now = clock.now;
  // The publisher measures at every minute, which would undo what a test does to the clock.
  if (!databaseKeepsTime) running.nest.get(DatabaseTime).now = () => ownClock.now();
  // No power fails in a test that runs in this process, and every commit would wait for the disk.
  if (config.database.kind === 'sqlite') await running.nest.get(DataSource).query('PRAGMA synchronous = OFF');
  running.nest.get(Passwords).parameters = QUICK_HASHES;
  const client = new Client(running.url);
  return {
    url: running.url,
    dir: dataDir,
    running,
    client,
    users: new Users(client),
    clock,
    fake: graph,
    stop: () => running.close(),
    end: async () => {
      await running.close();
      if (!fake) await graph.stop();
      if (!dir) await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The app of a block of tests: there from its first hook to its last. */
export function useApp(
  options: TestAppOptions | (() => TestAppOptions | Promise<TestAppOptions>) = {},
): TestApp {
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await startTestApp(typeof options === 'function' ? await options() : options);
  });
  afterAll(() => app?.end());
  return new Proxy({} as TestApp, {
    get: (_none, name) => {
      if (!app) throw new Error(`app.${String(name)} before the app has started`);
      return Reflect.get(app, name) as unknown;
    },
  });
}

/** What an app needs that is to use this database. */
export const databaseEnv = (config: DatabaseConfig): Record<string, string> => ({
  DATABASE_URL: config.kind === 'mysql' ? config.url : `sqlite:${config.file}`,
  JWT_SECRET: 'a secret of more than 32 characters',
  ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
});

export async function startFake(): Promise<FakeGraph> {
  const fake = new FakeGraph({ processingMs: 50 });
  await fake.start();
  fake.addPage(PAGE);
  return fake;
}

export function environment(dataDir: string, more: Record<string, string>): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'fatal',
    NETWORK: 'live',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    PUBLISH_TICK_SECONDS: '1',
    ...more,
  };
}

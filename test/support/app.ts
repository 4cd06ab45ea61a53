import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { startApp, type RunningApp } from '../../backend/app';
import { loadConfig } from '../../backend/config/config';
import { Client } from './client';
import { FakeGraph } from './fake-graph';
import { placeMigrated } from './migrated';

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };
export const PAGE = {
  id: '100200300400500',
  name: 'Test Page',
  token: 'EAAB_CANARY_page',
  userToken: 'EAAB_CANARY_user',
};

export interface TestApp {
  url: string;
  dir: string;
  running: RunningApp;
  client: Client;
  fake: FakeGraph;
  /** Stops the product only; the data and the fake stay. */
  stop(): Promise<void>;
  end(): Promise<void>;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  fake?: FakeGraph;
  dir?: string;
}

/** The whole product in this process, on a scratch database, with the fake Graph server as its network. */
export async function startTestApp({ env = {}, fake, dir }: TestAppOptions = {}): Promise<TestApp> {
  const graph = fake ?? (await startFake());
  const dataDir = dir ?? (await mkdtemp(join(tmpdir(), 'pagecast-test-')));
  const hosts = { GRAPH_URL: graph.graphUrl, RUPLOAD_URL: graph.ruploadUrl };
  const config = loadConfig(environment(dataDir, { ...hosts, ...env }));
  if (config.database.kind === 'sqlite') await placeMigrated(config.database.file);
  const running = await startApp(config, resolve(__dirname, '../../dist'));
  // No power fails in a test that runs in this process, and every commit would wait for the disk.
  if (config.database.kind === 'sqlite') await running.nest.get(DataSource).query('PRAGMA synchronous = OFF');
  return {
    url: running.url,
    dir: dataDir,
    running,
    client: new Client(running.url),
    fake: graph,
    stop: () => running.close(),
    end: async () => {
      await running.close();
      if (!fake) await graph.stop();
      if (!dir) await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

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

import { Users } from '../../support/users';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { environment, PAGE, useApp } from '../../support/app';
import { Client, eventually } from '../../support/client';
import { fixture } from '../../support/media';
import { START_PATIENCE_MS } from '../../support/patience';
import { nowToPost } from '../../support/post-times';
import { MAIN } from '../../support/process';
import { SHOP } from '../../support/credentials';

const app = useApp();
beforeAll(() => app.fake.addPage(SHOP));
afterEach(() => app.fake.clearFaults());

const save = (user: Client, settings: object) => user.put('/api/user/facebook-settings', settings);

it('lets a token be found nowhere: no answer, no file, no line of the log', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'pagecast-canary-'));
  const env = environment(dir, {
    GRAPH_URL: app.fake.graphUrl,
    RUPLOAD_URL: app.fake.ruploadUrl,
    LOG_LEVEL: 'trace',
  });
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH, ...env } });
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  try {
    // With what follows it, so that it has come as a whole.
    const running = /is running: (http:\/\/\S+)\s/;
    await eventually(
      () => Promise.resolve(log),
      (text) => running.test(text),
      START_PATIENCE_MS,
    );
    const url = running.exec(log)![1]!.replace('localhost', '127.0.0.1');
    const user = await new Users(new Client(url)).subscriber({ connected: true });
    const answers: unknown[] = [];
    const note = async (answer: Promise<{ body: unknown }>) => answers.push((await answer).body);
    await note(save(user, { access_token: PAGE.userToken, page_id: PAGE.id }));
    await note(save(user, { access_token: 'EAAB_CANARY_wrong', page_id: PAGE.id }));
    await note(save(user, { access_token: 'EAAB_CANARY with space', page_id: PAGE.id }));
    const uploaded = await user.upload('/api/videos', [fixture('portrait.mp4')], {
      scheduled_for: [(await nowToPost()).toISOString()],
    });
    const path = `/api/videos/${uploaded.body.videos[0].id}`;
    await eventually(
      () => user.get(path),
      ({ body }) => ['published', 'failed'].includes(body.status),
    );
    for (const call of [path, '/api/user', '/api/user/connection', '/api/auth/validate-token', '/metrics'])
      await note(user.get(call));
    expect(answers).toHaveLength(8);
    expect(JSON.stringify(answers)).not.toMatch(/EAAB_CANARY/);
    expect(log).not.toMatch(/EAAB_CANARY/);
    expect(log).not.toContain(user.token);
    expect(log).not.toMatch(/secret-enough|signature=/);
    expect(log).toMatch(/"path":"\/api\/user\/facebook-settings"/);
    const names = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = names.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
    expect(files.some((name) => name.endsWith('-wal'))).toBe(true);
    // One of its own that it has removed since, such as what it reads the time of its disk from, holds nothing.
    const textOf = (name: string) =>
      readFile(name).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        return Buffer.alloc(0);
      });
    for (const name of files)
      expect([name, (await textOf(name)).includes('EAAB_CANARY')]).toEqual([name, false]);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(dir, { recursive: true, force: true });
  }
});

it('stores, shows and mails no token that Meta repeats in its errors', async () => {
  const page = { id: '200300400500700', name: 'Repeated', token: '100|REPEATED/CANARY' };
  app.fake.addPage(page);
  const user = await app.users.subscriber({ connected: page });
  const uploaded = await user.upload('/api/videos', [fixture('portrait.mp4')]);
  const path = `/api/videos/${uploaded.body.videos[0].id}`;
  const echo = `Malformed access token ${page.token} (${encodeURIComponent(page.token)})`;
  app.fake.revoke(page.token, 467, echo);
  const answers = [(await save(user, { access_token: page.token, page_id: page.id })).body];
  expect(JSON.stringify(answers)).toContain('Malformed access token [token] ([token])');
  await user.put(`${path}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });
  const connection = await eventually(
    () => user.get('/api/user/connection'),
    ({ body }) => body.facebook.status === 'paused',
  );
  answers.push(connection.body, (await user.get(path)).body);
  expect(connection.body.facebook.paused_reason).toContain('[token]');
  expect(JSON.stringify(answers)).not.toContain('CANARY');
  const db = app.running.nest.get(Database);
  const tables = await db.rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'", []);
  for (const { name } of tables)
    expect([name, JSON.stringify(await db.rows(`SELECT * FROM "${name}"`, []))]).toEqual([
      name,
      expect.not.stringContaining('CANARY'),
    ]);
});

/**
 * Does the main job with the built product, under the Node that runs this: someone signs up, connects an account of the
 * rehearsal and uploads a video, which is published. `main-job.mjs MAIN VIDEO`
 *
 * MAIN_JOB_ENV may hold more variables for the product, as JSON. HEALTHCHECK among them is a command, an array of its
 * words, that has to succeed while the product runs, and to fail afterwards.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openAsBlob, readdirSync, rmSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const [main, video] = process.argv.slice(2);
const dir = mkdtempSync(join(tmpdir(), 'pagecast-main-job-'));
const { HEALTHCHECK, ...more } = JSON.parse(process.env.MAIN_JOB_ENV ?? '{}');
const ADMIN = { email: 'admin@example.com', password: 'admin-password' };
const PASSWORD = 'secret-enough';
const PLAN = 2;
const START_MS = 60_000;
const PUBLISH_MS = 60_000;
const STOP_MS = 30_000;

try {
  const first = await start();
  await publish(first.url);
  isHealthy(first.url, true);
  await first.stop();
  isHealthy(first.url, false);
  const kept = isFilled(more.NODE_COMPILE_CACHE ?? join(dirname(main), '.compile-cache'));
  assert.equal(kept, 'flushCompileCache' in nodeModule, 'what was compiled is kept where Node can');
  const second = await start();
  await second.stop();
  say(`first start ${first.ms} ms, second start ${second.ms} ms`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function start() {
  const began = performance.now();
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', ...more, DATA_DIR: dir, PORT: '0' };
  const child = spawn(process.execPath, ['--trace-warnings', main], {
    env: { ...env, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, PUBLISH_TICK_SECONDS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const complaints = [];
  createInterface(child.stderr).on('line', (line) => complaints.push(line));
  const printed = [];
  const url = await Promise.race([
    new Promise((done) => {
      createInterface(child.stdout).on('line', (line) => {
        printed.push(line);
        const found = /Pagecast is running: (\S+)/.exec(line)?.[1];
        if (found) done(found.replace('localhost', '127.0.0.1'));
      });
    }),
    ended.then(([code]) => assert.fail(`ended with ${code}:\n${complaints.join('\n')}`)),
    pause(START_MS, undefined, { ref: false }).then(() => assert.fail('no start in time')),
  ]);
  const ms = Math.round(performance.now() - began);
  return { url, ms, stop };

  /** Warnings count: of what Node is about to give up, among others. */
  async function stop() {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const [code, signal] = await ended;
    clearTimeout(late);
    assert.deepEqual({ code, signal, complaints }, { code: 0, signal: null, complaints: [] });
    assert.equal(printed.filter((line) => line.includes('"msg":"stopped"')).length, 1);
  }
}

function isFilled(folder) {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

function isHealthy(url, wanted) {
  if (!HEALTHCHECK) return;
  const [command, ...args] = JSON.parse(HEALTHCHECK);
  const { status } = spawnSync(command, args, { env: { ...process.env, PORT: new URL(url).port } });
  assert.equal(status === 0, wanted, `the health check ended with ${status}`);
}

async function publish(url) {
  const { token: adminToken } = await call(url, 'POST', '/api/auth/login', ADMIN);
  const email = 'user@example.com';
  const { token, user } = await call(url, 'POST', '/api/auth/register', {
    ...{ name: 'User', email, password: PASSWORD, password_confirmation: PASSWORD },
  });
  await call(url, 'POST', '/api/admin/subscriptions', { user_id: user.id, plan_id: PLAN }, adminToken);
  const account = { access_token: 'rehearsal-token', page_id: '100000000000001' };
  await call(url, 'PUT', '/api/user/facebook-settings', account, token);
  const form = new FormData();
  form.append('titles[]', 'Main job');
  form.append('videos[]', await openAsBlob(video, { type: 'video/mp4' }), 'portrait.mp4');
  const { videos } = await call(url, 'POST', '/api/videos', form, token);
  const path = `/api/videos/${videos[0].id}`;
  const at = new Date(Date.now() + 2000).toISOString();
  await call(url, 'PUT', `${path}/reschedule`, { scheduled_for: at }, token);
  await isPublished(() => call(url, 'GET', path, undefined, token));
}

async function isPublished(read) {
  const began = performance.now();
  for (;;) {
    const { status, upload_error: error } = await read();
    if (status === 'published') return say(`published after ${Math.round(performance.now() - began)} ms`);
    assert.notEqual(status, 'failed', error);
    assert.ok(performance.now() - began < PUBLISH_MS, `still ${status}`);
    await pause(200);
  }
}

async function call(url, method, path, body, token) {
  const isForm = body instanceof FormData;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return text ? JSON.parse(text) : undefined;
}

function say(what) {
  console.log(`Node ${process.versions.node}: ${what}`);
}

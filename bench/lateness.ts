import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../test/support/client';
import { FakeGraphProcess } from '../test/support/fake-graph';
import { fixture } from '../test/support/media';
import { Product } from './support/product';
import { bound, type Benchmark, type Row } from './support/report';
import { quantile } from './support/statistics';
import { bodyOf, send } from './support/video-body';

const USERS = 25;
const WAVES = 8;

/** Ten a second, nearly twice what an installation of ten thousand pages has on average, and no multiple of the tick. */
const APART_MS = 101;
const LEAD_MS = 3_000;
const CALM_MS = 2_000;

/** From the due instant to the first byte of the first call, by the network's wall clock; it counts whole milliseconds. */
export const lateness: Benchmark = {
  name: 'lateness',
  run: async () => {
    const fake = new FakeGraphProcess();
    const hosts = await fake.start();
    const product = await Product.start({
      env: { NETWORK: 'live', GRAPH_URL: hosts.graphUrl, RUPLOAD_URL: hosts.ruploadUrl },
    });
    try {
      const users = await connected(product, fake);
      const due = await schedule(product, users);
      return await judge(fake, users, due);
    } finally {
      await product.end();
      await fake.stop();
    }
  },
};

const pageOf = (n: number) => `7000000000${String(n).padStart(4, '0')}`;

async function connected(product: Product, fake: FakeGraphProcess): Promise<Client[]> {
  const users = await product.subscribers(USERS);
  for (const [n, user] of users.entries()) {
    const [id, token] = [pageOf(n), `EAAB_bench_page_${n}`];
    await fake.addPage({ id, name: `Page ${n}`, token, userToken: `EAAB_bench_user_${n}` });
    const { status } = await user.put('/api/user/facebook-settings', { access_token: token, page_id: id });
    if (status !== 200) throw new Error(`a page could not be connected: ${status}`);
  }
  return users;
}

/** Waves of one post per user. @returns the due instants, by user and wave. */
async function schedule(product: Product, users: Client[]): Promise<number[][]> {
  const video = await readFile(fixture('portrait.mp4'));
  const ids: number[][] = [];
  for (const user of users) {
    const own: number[] = [];
    for (let wave = 0; wave < WAVES; wave++) {
      const body = bodyOf(Buffer.concat([video, freeBox()]));
      const answer = await send(`${product.url}/api/videos`, body, user.token);
      own.push((JSON.parse(answer) as { videos: { id: number }[] }).videos[0]!.id);
    }
    ids.push(own);
  }
  const first = Date.now() + LEAD_MS + USERS * WAVES * 5;
  const due = users.map((_, n) =>
    Array.from({ length: WAVES }, (__, wave) => first + (wave * USERS + n) * APART_MS + wave * CALM_MS),
  );
  for (const [n, user] of users.entries()) {
    for (const [wave, id] of ids[n]!.entries()) {
      const scheduled_for = new Date(due[n]![wave]!).toISOString();
      const { status } = await user.put(`/api/videos/${id}/reschedule`, { scheduled_for });
      if (status !== 200) throw new Error(`a reschedule was answered with ${status}`);
    }
  }
  if (Date.now() > first) throw new Error('scheduling took longer than the lead; nothing was measured');
  await pause(due.at(-1)!.at(-1)! - Date.now() + CALM_MS);
  return due;
}

/** Of random bytes: the network does not like to get the same file twice. */
function freeBox(): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('free'), randomBytes(16)]);
}

async function judge(fake: FakeGraphProcess, users: Client[], due: number[][]): Promise<Row[]> {
  const calls = await fake.history('reels.start');
  const late = users.flatMap((_, n) =>
    calls.filter(({ page }) => page === pageOf(n)).map(({ date }, wave) => Date.parse(date) - due[n]![wave]!),
  );
  if (late.length !== USERS * WAVES) throw new Error(`${late.length} of ${USERS * WAVES} posts were started`);
  const violations = await fake.violations();
  if (violations.length) throw new Error(`the network complains: ${violations.slice(0, 3).join('; ')}`);
  return [
    bound(`lateness of ${late.length} posts, min`, Math.min(...late), { unit: 'ms', atLeast: 0 }),
    bound('lateness p50', quantile(late, 0.5), { unit: 'ms', atMost: 5 }),
    bound('lateness p99', quantile(late, 0.99), { unit: 'ms', atMost: 25 }),
    bound('lateness max', Math.max(...late), { unit: 'ms' }),
  ];
}

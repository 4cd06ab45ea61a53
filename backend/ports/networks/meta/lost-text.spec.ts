import { LOST, ScriptedMeta } from '../../../../test/support/scripted-meta';
import { clockOf, TestClock } from '../../../../test/support/test-clock';
import { DatabaseTime } from '../../../database/database-time';
import type { Database } from '../../../database/database';
import type { Clock } from '../../../common/time/clock';
import type { Outcome, PublishJob, RemoteSession } from '../network';
import type { Exchanger } from './http-exchange';
import { MetaNetworks } from './meta-networks';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const hosts = { graphUrl: 'https://graph.example', ruploadUrl: 'https://rupload.example', version: 'v26.0' };

/** Meta, whose clock is right and whose lists lag. The answer to the first post is lost. */
class Meta {
  readonly posts: { id: string; message: string; at: number }[] = [];

  constructor(
    private readonly now: () => number,
    private readonly lagMs = 0,
  ) {}

  readonly answer: Exchanger = ({ method, url, body }) => {
    const at = this.now();
    const headers = { date: new Date(at).toUTCString() };
    const answered = (json: object) =>
      Promise.resolve({ kind: 'answered' as const, status: 200, headers, text: JSON.stringify(json) });
    if (method === 'POST') {
      const { message } = JSON.parse((body as Buffer).toString()) as { message: string };
      const id = `1_${this.posts.push({ id: `1_${this.posts.length + 1}`, message, at })}`;
      if (this.posts.length > 1) return answered({ id });
      return Promise.resolve({ kind: 'lost', reached: true, reason: 'ECONNRESET' });
    }
    const since = Number(url.searchParams.get('since') ?? 0) * 1000;
    const listed = this.posts.filter((post) => post.at >= since && post.at <= at - this.lagMs);
    return answered({
      data: listed.map((post) => ({ ...post, created_time: new Date(post.at).toISOString() })),
    });
  };
}

const jobWith = (session: RemoteSession | null) =>
  ({
    credentials: { accountId: '1', token: 't' },
    ...{ format: 'text', title: '', text: 'Fresh bread', further: [], session },
    signal: new AbortController().signal,
    held: () => true,
    ledger: {
      begin: () => Promise.resolve(1),
      finish: () => Promise.resolve(),
      knownOfOthers: () => Promise.resolve(new Set()),
      othersInDoubt: () => Promise.resolve([]),
    },
    told: {},
  }) as unknown as PublishJob;

const meta = new TestClock();
beforeEach(() => meta.reset());

/** Publishes until the outcome is known, at the times that it asks for. */
async function publishWith(clock: Clock, network: Meta, wait: (ms: number) => void): Promise<Outcome> {
  const networks = new MetaNetworks(hosts, clock, network.answer);
  let outcome = await networks.publish('facebook', jobWith(null));
  for (let looks = 0; looks < 5 && outcome.kind === 'unknown'; looks++) {
    wait(outcome.askAgainMs);
    outcome = await networks.publish('facebook', jobWith(outcome.session));
  }
  return outcome;
}

it.each([3 * MINUTE, 2 * HOUR])(
  'sends a text once whose answer was lost, %i ms ahead of Meta',
  async (ms) => {
    const network = new Meta(meta.now);
    const outcome = await publishWith(
      clockOf(() => meta.now() + ms),
      network,
      (wait) => meta.forward(wait),
    );
    expect(outcome).toMatchObject({ kind: 'published', remoteId: '1_1' });
    expect(network.posts).toHaveLength(1);
  },
);

it('sends a text once whose answer was lost, though our clock is set right before it is looked for', async () => {
  const network = new Meta(meta.now, 20_000);
  let aheadMs = 3 * MINUTE;
  const outcome = await publishWith(
    clockOf(() => meta.now() + aheadMs),
    network,
    (wait) => {
      aheadMs = 0;
      meta.forward(wait);
    },
  );
  expect(outcome).toMatchObject({ kind: 'published', remoteId: '1_1' });
  expect(network.posts).toHaveLength(1);
});

it('sends a text once whose answer was lost, though the clock of the database is set forward', async () => {
  let aheadMs = 0;
  const row = () => Promise.resolve({ now: meta.now() + aheadMs });
  const clock = new DatabaseTime({ nowSql: 'NOW', row } as unknown as Database, clockOf(meta.now));
  await clock.measure();
  const network = new Meta(meta.now, 20_000);
  const networks = new MetaNetworks(hosts, clock, network.answer);
  const first = await networks.publish('facebook', jobWith(null));
  expect(first).toMatchObject({ kind: 'unknown' });
  meta.forward(5_000);
  aheadMs = HOUR;
  await clock.measure();
  const { session } = first as Extract<Outcome, { kind: 'unknown' }>;
  expect(await networks.publish('facebook', jobWith(session))).toMatchObject({ kind: 'unknown' });
  expect(network.posts).toHaveLength(1);
});

it.each([
  ['as a number', Math.floor(Date.now() / 1000)],
  ['not at all', undefined],
])('sends a text once whose answer was lost, when the list tells its time %s', async (_how, created_time) => {
  const page = new ScriptedMeta(({ method, path }) => {
    if (method === 'POST') return LOST;
    return path === '/77/published_posts'
      ? { data: [{ id: '77_1', message: 'Fresh bread', created_time }] }
      : undefined;
  });
  expect(await page.publish('facebook', { format: 'text' })).toMatchObject({
    kind: 'published',
    remoteId: '77_1',
  });
  expect(page.count('POST', '/77/feed')).toBe(1);
});

import { FakeGraph } from '../../../../test/support/fake-graph';
import { ByHand, page } from '../../../../test/support/fake-graph/by-hand';
import { clockOf, TestClock } from '../../../../test/support/test-clock';
import type { Outcome, PublishJob, RemoteSession } from '../network';
import { MetaNetworks } from './meta-networks';

const AN_HOUR_MS = 3_600_000;
const AHEAD_MS = 3 * AN_HOUR_MS;

const meta = new TestClock();
let fake: FakeGraph;
let hand: ByHand;
let takenAt: number;

beforeEach(async () => {
  meta.reset();
  fake = new FakeGraph({ now: meta.now });
  fake.addPage(page);
  await fake.start();
  hand = new ByHand(fake);
  // The text goes out an hour after the backup, and is looked for an hour later.
  takenAt = meta.now() + AHEAD_MS;
  meta.forward(AN_HOUR_MS);
  await hand.post(`${page.id}/feed`, { message: 'Fresh bread' });
  meta.forward(AN_HOUR_MS);
});
afterEach(() => fake.stop());

/** Of a text of a backup that was made while the clock was ahead: what becomes of it, by a clock that is so far ahead. */
async function found(aheadMs: number, more: Partial<RemoteSession>): Promise<Outcome> {
  const hosts = { graphUrl: fake.graphUrl, ruploadUrl: fake.ruploadUrl, version: 'v26.0' };
  const networks = new MetaNetworks(
    hosts,
    clockOf(() => meta.now() + aheadMs),
  );
  const since = Math.min(takenAt, meta.now() + aheadMs);
  let session: RemoteSession = {
    ...{ protocol: '', accountId: page.id, remoteId: '', uploaded: true, intentAt: since, ...more },
    restored: {
      since,
      words: ['Fresh bread'],
      shared: false,
      begun: false,
      hadBytes: false,
      hadIntent: false,
    },
  };
  for (let looks = 0; looks < 20; looks++) {
    const outcome = await networks.publish('facebook', {
      ...{ credentials: { accountId: page.id, token: page.token }, format: 'text', title: '', text: '' },
      ...{ media: { type: 'image' }, session, signal: new AbortController().signal, held: () => true },
      ledger: {
        begin: () => Promise.resolve(1),
        finish: () => Promise.resolve(),
        knownOfOthers: () => Promise.resolve(new Set()),
        othersInDoubt: () => Promise.resolve([]),
      },
    } as unknown as PublishJob);
    if (outcome.kind !== 'unknown') return outcome;
    session = outcome.session;
    meta.forward(outcome.askAgainMs);
  }
  throw new Error('the search comes to no end');
}

describe('a text that went out after a backup which was made while the clock was ahead', () => {
  it('is found though the clock is still ahead', async () => {
    expect(await found(AHEAD_MS, {})).toMatchObject({ kind: 'published' });
  });

  it('is found by a clock that is right again, if the restore knows of the other one', async () => {
    expect(await found(0, { aheadMs: AHEAD_MS })).toMatchObject({ kind: 'published' });
  });
});

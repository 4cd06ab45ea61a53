import { FakeGraph } from '../../../../test/support/fake-graph';
import { ByHand, page } from '../../../../test/support/fake-graph/by-hand';
import { clockOf, TestClock } from '../../../../test/support/test-clock';
import type { Media, Outcome, RemoteSession } from '../network';
import { MetaNetworks } from './meta-networks';

const A_MINUTE_MS = 60_000;
const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a46', 'hex'), Buffer.alloc(500, 1)]);

const PICTURE: Media = {
  ...{ type: 'image', sizeBytes: JPEG.length, durationMs: null, width: 800, height: 1000 },
  open: () => Promise.reject(new Error('nothing is to be sent')),
};

const clock = new TestClock();
let fake: FakeGraph;
let hand: ByHand;
let networks: MetaNetworks;
let since: number;

beforeEach(async () => {
  fake = new FakeGraph({ now: clock.now });
  fake.addPage(page);
  networks = new MetaNetworks({ ...(await fake.start()), version: 'v26.0' }, clockOf(clock.now));
  hand = new ByHand(fake);
  since = clock.now();
});
afterEach(() => fake.stop());

async function upload(): Promise<string> {
  const file = { name: 'source', bytes: Buffer.concat([JPEG, Buffer.from(String(clock.now()))]) };
  return (await hand.postForm(`${page.id}/photos`, { published: 'false' }, file)).body.id;
}

const publish = (photo_id: string) => hand.post(`${page.id}/photo_stories`, { photo_id });

/** Of a post that was restored from a backup: with the photo that it had been begun with, or without any. */
async function found(photo: string | undefined, taken: string[] = []): Promise<Outcome> {
  const begun = photo !== undefined;
  let session: RemoteSession = {
    ...{ protocol: begun ? 'photo_story' : '', accountId: page.id, remoteId: photo ?? '', uploaded: true },
    intentAt: since,
    restored: { since, words: [''], shared: false, begun, hadBytes: begun, hadIntent: false },
  };
  for (let looks = 0; looks < 20; looks++) {
    const outcome = await networks.publish('facebook', {
      ...{ credentials: { accountId: page.id, token: page.token }, format: 'story', title: 'A', text: '' },
      ...{ media: PICTURE, session, signal: new AbortController().signal, held: () => true },
      ledger: {
        begin: () => Promise.resolve(1),
        finish: () => Promise.resolve(),
        knownOfOthers: () => Promise.resolve(new Set(taken)),
        othersInDoubt: () => Promise.resolve([]),
      },
    });
    if (outcome.kind !== 'unknown') return outcome;
    session = outcome.session;
    clock.forward(outcome.askAgainMs);
  }
  throw new Error('the search comes to no end');
}

describe('a story that was restored from a backup', () => {
  it('is known by its photo when it went out', async () => {
    const photo = await upload();
    const { post_id } = (await publish(photo)).body;
    expect(await found(photo)).toMatchObject({ kind: 'published', remoteId: post_id });
  });

  it('did not go out when the Page shows none that is unknown', async () => {
    expect(await found(undefined)).toEqual({ kind: 'not public', session: null });
    const others = await upload();
    await publish(others);
    expect(await found(undefined, [others])).toEqual({ kind: 'not public', session: null });
  });

  it('is held when the Page shows one that may be it: a story has no text to be known by', async () => {
    await publish(await upload());
    expect(await found(undefined)).toMatchObject({ kind: 'refused' });
  });

  it('is held when the backup is a day old, for its story would be gone', async () => {
    clock.forward(24 * 60 * A_MINUTE_MS);
    expect(await found(undefined)).toMatchObject({ kind: 'refused' });
  });
});

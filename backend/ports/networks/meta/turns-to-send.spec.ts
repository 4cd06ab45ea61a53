import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { clockOf } from '../../../../test/support/test-clock';
import type { PublishJob } from '../network';
import type { Exchange, Exchanger } from './http-exchange';
import { MetaNetworks } from './meta-networks';

const ORIGIN = 'https://graph.example';
const AT_ONCE = 64;

const answered = (body: object): Exchange => ({
  kind: 'answered',
  status: 200,
  headers: {},
  text: JSON.stringify(body),
});

/** Answers at once, but takes bytes only when it is told to. */
class Slow {
  readonly transfers: (() => void)[] = [];
  started = 0;

  readonly exchange: Exchanger = async ({ method, body }) => {
    if (body instanceof Readable) await new Promise<void>((resolve) => this.transfers.push(resolve));
    else if (method === 'POST' && String(body).includes('start')) {
      this.started++;
      return answered({ video_id: String(this.started), upload_url: `${ORIGIN}/bytes` });
    }
    return answered({ success: true });
  };
}

function job(given: Partial<PublishJob> = {}): PublishJob {
  return {
    format: 'reel',
    credentials: { accountId: '77', token: 'TOKEN' },
    ...{ title: 'Title', text: '', session: null, further: [], told: {} },
    media: {
      ...{ type: 'video', sizeBytes: 4, durationMs: 10_000, width: 540, height: 960 },
      open: () => Promise.resolve(Readable.from([Buffer.from('film')])),
    },
    signal: new AbortController().signal,
    held: () => true,
    ledger: {
      begin: () => Promise.resolve(1),
      finish: () => Promise.resolve(),
      knownOfOthers: () => Promise.resolve(new Set()),
      othersInDoubt: () => Promise.resolve([]),
    },
    ...given,
  };
}

/** Until nothing happens any more. */
async function settle(): Promise<void> {
  for (let n = 0; n < 50; n++) await turn();
}

describe('publications of one process', () => {
  it('begin at once, send their bytes sixty-four at a time, and pass a place on when they are through', async () => {
    const meta = new Slow();
    const hosts = { graphUrl: ORIGIN, ruploadUrl: ORIGIN, version: 'v26.0' };
    const networks = new MetaNetworks(hosts, clockOf(Date.now), meta.exchange);
    const all = Array.from({ length: AT_ONCE + 6 }, () => networks.publish('facebook', job()));
    await settle();
    expect([meta.started, meta.transfers.length]).toEqual([AT_ONCE + 6, AT_ONCE]);
    meta.transfers[0]!();
    await settle();
    expect(meta.transfers).toHaveLength(AT_ONCE + 1);
    for (let n = 1; n < AT_ONCE + 6; n++) {
      meta.transfers[n]!();
      await settle();
    }
    const outcomes = await Promise.all(all);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['waiting']));
  });

  it('pass a place on also when their transfer fails', async () => {
    const meta = new Slow();
    const hosts = { graphUrl: ORIGIN, ruploadUrl: ORIGIN, version: 'v26.0' };
    const networks = new MetaNetworks(hosts, clockOf(Date.now), meta.exchange);
    const broken = job();
    broken.media = { ...broken.media, open: () => Promise.reject(new Error('the disk')) };
    for (let n = 0; n < AT_ONCE; n++)
      await expect(networks.publish('facebook', broken)).rejects.toThrow('the disk');
    void networks.publish('facebook', job());
    await settle();
    expect(meta.transfers).toHaveLength(1);
  });
});

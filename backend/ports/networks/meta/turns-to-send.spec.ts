import { Readable } from 'node:stream';
import { clockOf } from '../../../../test/support/test-clock';
import type { PublishJob } from '../network';
import type { Exchange, Exchanger } from './http-exchange';
import { MetaNetworks } from './meta-networks';

const ORIGIN = 'https://graph.example';
const HOSTS = { graphUrl: ORIGIN, ruploadUrl: ORIGIN, version: 'v26.0' };

const answered = (body: object): Exchange => ({
  kind: 'answered',
  status: 200,
  headers: {},
  text: JSON.stringify(body),
});

describe('bytes of a post', () => {
  /** What happened, in order. */
  let seen: ('call' | 'turn' | 'bytes' | 'end')[];
  beforeEach(() => {
    seen = [];
  });

  const exchange: Exchanger = ({ body }) => {
    seen.push(body instanceof Readable ? 'bytes' : 'call');
    return Promise.resolve(
      answered({ id: '5', video_id: '5', upload_url: `${ORIGIN}/bytes`, success: true }),
    );
  };
  const publish = (given: Partial<PublishJob>) => {
    const type = given.format === 'reel' ? 'video' : 'image';
    const job: PublishJob = {
      ...{ format: 'reel', credentials: { accountId: '77', token: 'TOKEN' } },
      ...{ title: 'Title', text: '', session: null, further: [], told: {} },
      media: {
        ...{ type, sizeBytes: 4, durationMs: 10_000, width: 540, height: 960 },
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
      turn: () => {
        seen.push('turn');
        return Promise.resolve(() => seen.push('end'));
      },
      ...given,
    };
    return new MetaNetworks(HOSTS, clockOf(Date.now), exchange).publish('facebook', job);
  };

  it.each([
    ['reel', ['call', 'turn', 'bytes', 'end', 'call']],
    ['photo', ['turn', 'bytes', 'end', 'call']],
  ])('of a %s go only in a turn, which ends with them', async (format, order) => {
    await publish({ format });
    expect(seen.slice(0, order.length)).toEqual(order);
    expect(seen.filter((each) => each === 'turn')).toHaveLength(1);
  });

  it('of a story of a picture go only in a turn', async () => {
    await publish({ format: 'story' });
    const first = ['turn', 'bytes'];
    expect(seen.filter((each) => each !== 'call').slice(0, 2)).toEqual(first);
  });

  it('do not go when there is no turn', async () => {
    const turn = () => Promise.reject(new Error('no place'));
    for (const format of ['reel', 'photo', 'story'])
      await expect(publish({ format, turn })).rejects.toThrow('no place');
    expect(seen).not.toContain('bytes');
  });

  it('end their turn also when they cannot be read', async () => {
    const open = () => Promise.reject(new Error('the disk'));
    const media = { type: 'video', sizeBytes: 4, durationMs: 10_000, width: 540, height: 960, open } as const;
    await expect(publish({ media })).rejects.toThrow('the disk');
    expect(seen.at(-1)).toBe('end');
  });
});

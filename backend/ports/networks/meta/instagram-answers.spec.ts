import { Readable } from 'node:stream';
import { clockOf, TestClock } from '../../../../test/support/test-clock';
import { metaError, ok, type Answer } from '../../../meta-world/answer';
import type { Media, NetworkName, Outcome, PublishJob, RemoteSession } from '../network';
import type { Exchanger } from './http-exchange';
import { MetaNetworks } from './meta-networks';

const A_MINUTE_MS = 60_000;
const hosts = { graphUrl: 'https://graph.example', ruploadUrl: 'https://rupload.example', version: 'v26.0' };
const ACCOUNT = '88';
const MEDIA = '900';
const MISSING = metaError(100, 33, 'Unsupported get request. Object with ID does not exist');
const FINISHED = ok({ status_code: 'FINISHED' });

interface Said {
  name: string;
  id: string;
  json: Record<string, unknown>;
}

const clock = new TestClock();

/** What Meta answers to each kind of call; the rest goes well. */
type Script = Partial<Record<string, (call: Said) => Answer | undefined>>;

const usual: Record<string, (made: number) => Answer> = {
  limit: () => ok({ data: [{ quota_usage: 1, config: { quota_total: 50 } }] }),
  create: (made) => ok({ id: `17${made}`, uri: `${hosts.ruploadUrl}/up/17${made}` }),
  bytes: () => ok({ success: true }),
  status: () => FINISHED,
  publish: () => ok({ id: MEDIA }),
  photos: () => ok({ id: '555' }),
  photo: () => ok({ images: [{ source: 'https://cdn.example/picture.jpg', width: 9, height: 9 }] }),
  link: () => ok({ permalink: 'https://www.instagram.com/p/1/' }),
  feed: () => ok({ id: '77_1' }),
  post: () => ok({ permalink_url: 'https://www.facebook.com/77/posts/1' }),
};

/** One post and a Meta that follows a script. */
function begin(script: Script, format: string, further: Media[] = []) {
  const calls: Said[] = [];
  const named = (name: string) => calls.filter((call) => call.name === name);
  const send: Exchanger = ({ method, url, body }) => {
    if (body instanceof Readable) body.resume();
    const json = Buffer.isBuffer(body) && method === 'POST' ? parsed(body) : {};
    const [id = '', edge = ''] = url.pathname.replace('/v26.0/', '').split('/');
    const call = { name: nameOf(method, url.hostname, id, edge), id, json };
    calls.push(call);
    const answer = script[call.name]?.(call) ?? usual[call.name]?.(named('create').length) ?? MISSING;
    const text = JSON.stringify(answer.body);
    const headers = { date: new Date(clock.now()).toUTCString(), ...answer.headers };
    return Promise.resolve({ kind: 'answered', status: answer.status, headers, text });
  };
  const networks = new MetaNetworks(hosts, clockOf(clock.now), send);
  let session: RemoteSession | null = null;
  const leave = new AbortController();
  const publish = async (network: NetworkName = 'instagram'): Promise<Outcome> => {
    const job = {
      credentials: { accountId: network === 'facebook' ? '77' : ACCOUNT, token: 't', pageId: '77' },
      ...{ format, title: '', text: 'Fresh bread', media: further[0] ?? FILM, further: further.slice(1) },
      ...{ session, signal: leave.signal, held: () => true, told: {} },
      ledger: {
        begin: (_step: string, kept: RemoteSession | null) => {
          session = kept ?? session;
          return Promise.resolve(1);
        },
        finish: (_receipt: number, _result: unknown, kept?: RemoteSession) => {
          session = kept ?? session;
          return Promise.resolve();
        },
        knownOfOthers: () => Promise.resolve(new Set<string>()),
        othersInDoubt: () => Promise.resolve([]),
      },
    } as unknown as PublishJob;
    const outcome = await networks.publish(network, job);
    if ('session' in outcome) session = outcome.session;
    return outcome;
  };
  /** Goes on for so long, at the times that the outcomes ask for. */
  const publishFor = async (ms: number): Promise<Outcome> => {
    const until = clock.now() + ms;
    for (;;) {
      const outcome = await publish();
      if (outcome.kind === 'published' || outcome.kind === 'refused' || clock.now() >= until) return outcome;
      clock.forward(waitOf(outcome));
    }
  };
  return { publish, publishFor, named, leave, kept: () => session };
}

const parsed = (body: Buffer): Record<string, unknown> => {
  const text = body.toString();
  return text.startsWith('{') ? JSON.parse(text) : {};
};

function nameOf(method: string, host: string, id: string, edge: string): string {
  if (host.startsWith('rupload')) return 'bytes';
  if (method === 'POST') return { media: 'create', media_publish: 'publish' }[edge] ?? edge;
  if (edge !== '') return edge === 'content_publishing_limit' ? 'limit' : `${edge} list`;
  if (id === '555') return 'photo';
  if (id === MEDIA) return 'link';
  return id.startsWith('77_') ? 'post' : 'status';
}

const waitOf = (outcome: Outcome): number => {
  if (outcome.kind === 'waiting' || outcome.kind === 'unknown') return outcome.askAgainMs;
  return outcome.kind === 'busy' ? (outcome.retryMs ?? A_MINUTE_MS) : A_MINUTE_MS;
};

const fileOf = (type: Media['type'], bytes: Buffer): Media => ({
  ...{ type, sizeBytes: bytes.length, durationMs: type === 'video' ? 9_000 : null, width: 540, height: 960 },
  open: (offset) => Promise.resolve(Readable.from([bytes.subarray(offset)])),
});
const FILM = fileOf('video', Buffer.alloc(900, 1));
const picture = () =>
  fileOf('image', Buffer.concat([Buffer.from('ffd8ffe000104a46', 'hex'), Buffer.alloc(500, 1)]));

beforeEach(() => clock.reset());

describe('a reel whose share_to_feed is refused', () => {
  const refusing = (refusal: Answer): Script => ({
    create: ({ json }) => ('share_to_feed' in json ? refusal : undefined),
  });

  it.each([
    ['with its name', metaError(100, null, '(#100) Param share_to_feed is not allowed')],
    [
      'in words for a person only',
      metaError(100, null, '(#100) Param share_to_feed is not allowed', { userMessage: 'It failed.' }),
    ],
    ['without its name', metaError(100, null, 'Invalid parameter')],
    ['with an unlisted subcode', metaError(100, 2_999_999, 'Invalid parameter')],
  ])('goes out without it: %s', async (_how, refusal) => {
    const { publish, named } = begin(refusing(refusal), 'reel');
    expect(await publish()).toMatchObject({ kind: 'published', remoteId: MEDIA });
    expect(named('create').map(({ json }) => json.share_to_feed)).toEqual([true, undefined]);
    expect(named('publish')).toHaveLength(1);
  });

  it('is not made again for what has another reason, nor more than once', async () => {
    const known = begin({ create: () => metaError(100, 2207023, 'Unknown media_type') }, 'reel');
    expect(await known.publish()).toMatchObject({ kind: 'refused' });
    const always = begin({ create: () => metaError(100, null, 'Invalid parameter') }, 'reel');
    expect(await always.publish()).toMatchObject({ kind: 'refused' });
    expect([known.named('create').length, always.named('create').length]).toEqual([1, 2]);
  });
});

describe('the daily limit, asked first', () => {
  it.each([
    ['a rate limit', metaError(80002, null, 'Too many calls'), { kind: 'account', action: 'wait' }],
    ['a block', metaError(368, null, 'Blocked'), { kind: 'account', action: 'wait' }],
    ['a token', metaError(190, 463, 'Expired'), { kind: 'account', action: 'reconnect', everyAccount: true }],
    ['a permission', metaError(10, null, 'Not permitted'), { kind: 'account', action: 'reconnect' }],
  ])('is the last call when it is refused for %s', async (_what, refusal, outcome) => {
    for (const [format, files] of [
      ['reel', []],
      ['carousel', [picture(), picture()]],
    ] as const) {
      const { publish, named } = begin({ limit: () => refusal }, format, [...files]);
      expect(await publish()).toMatchObject({ ...outcome, session: null });
      expect([named('limit').length, named('create').length]).toEqual([1, 0]);
    }
  });

  it('does not stop a post when it cannot be read', async () => {
    const { publish } = begin({ limit: () => metaError(2, null, 'Later') }, 'reel');
    expect(await publish()).toMatchObject({ kind: 'published' });
  });
});

describe('the link of a post that is public', () => {
  const failing = (times: number, answer: Answer) => {
    let left = times;
    return () => (left-- > 0 ? answer : undefined);
  };

  it.each([
    ['Meta does not know the post yet', MISSING],
    ['Meta is down', metaError(2, null, 'Service temporarily unavailable')],
  ])('is read again when %s', async (_why, answer) => {
    const reel = begin({ link: failing(2, answer) }, 'reel');
    expect(await reel.publish()).toMatchObject({
      ...{ kind: 'published', remoteId: MEDIA, permalink: 'https://www.instagram.com/p/1/' },
    });
    const text = begin({ post: failing(1, answer) }, 'text');
    expect(await text.publish('facebook')).toMatchObject({
      ...{ kind: 'published', remoteId: '77_1', permalink: 'https://www.facebook.com/77/posts/1' },
    });
    expect([reel.named('publish').length, text.named('feed').length]).toEqual([1, 1]);
  });

  it('is done without when Meta never shows it', async () => {
    const { publish, named } = begin({ link: () => MISSING }, 'reel');
    expect(await publish()).toEqual({ kind: 'published', remoteId: MEDIA });
    expect([named('link').length, named('publish').length]).toEqual([4, 1]);
  });

  it('is not asked for again when Meta limits the calls, or when the post is taken over', async () => {
    const limited = begin({ link: () => metaError(80002, null, 'Too many calls') }, 'reel');
    expect(await limited.publish()).toEqual({ kind: 'published', remoteId: MEDIA });
    const left = begin({ link: () => (left.leave.abort(), MISSING) }, 'reel');
    expect(await left.publish()).toEqual({ kind: 'published', remoteId: MEDIA });
    expect([limited.named('link').length, left.named('link').length]).toEqual([1, 1]);
  });
});

describe('a container that is processed for minutes', () => {
  /** FINISHED after so long; those with `quick` at once. */
  const processedFor = (ms: number, quick: (id: string) => boolean = () => false): Script => {
    const since = clock.now();
    return {
      status: ({ id }) =>
        quick(id) || clock.now() - since >= ms ? FINISHED : ok({ status_code: 'IN_PROGRESS' }),
    };
  };

  it('is read in growing pauses, and is published soon after it is ready', async () => {
    for (const [ms, late] of [
      [5_000, 2_000],
      [50_000, 10_000],
      [4 * A_MINUTE_MS, 45_000],
    ] as const) {
      const begun = clock.now();
      const { publishFor, named } = begin(processedFor(ms), 'reel');
      expect(await publishFor(10 * A_MINUTE_MS)).toMatchObject({ kind: 'published' });
      expect(clock.now() - begun).toBeLessThanOrEqual(ms + late);
      expect(named('status').length).toBeLessThan(30);
    }
  });

  it('is the only one of its carousel that is read', async () => {
    const files = [...Array.from({ length: 9 }, picture), FILM];
    const { publishFor, named } = begin(
      processedFor(4 * A_MINUTE_MS, (id) => id !== '1710'),
      'carousel',
      files,
    );
    expect(await publishFor(10 * A_MINUTE_MS)).toMatchObject({ kind: 'published' });
    const readings = (id: string) => named('status').filter((call) => call.id === id).length;
    expect(readings('171')).toBe(1);
    expect(named('status').length).toBeLessThan(45);
    expect([named('create').length, named('publish').length]).toEqual([11, 1]);
  });

  it('is read again in a carousel whose other items were ready long ago', async () => {
    const script = processedFor(30 * A_MINUTE_MS, (id) => id !== '172');
    const { publishFor, named } = begin(script, 'carousel', [picture(), FILM]);
    expect(await publishFor(60 * A_MINUTE_MS)).toMatchObject({ kind: 'published' });
    const readings = named('status').filter(({ id }) => id === '171').length;
    expect(readings).toBeGreaterThan(1);
    expect(readings).toBeLessThan(6);
  });
});

describe('a container that Meta does not let be read', () => {
  it.each([
    ['reel', 1, []],
    ['carousel', 3, [picture(), picture()]],
  ] as const)('is published all the same after ten minutes: a %s', async (format, containers, files) => {
    const { publishFor, named } = begin(
      { status: ({ id }) => (format === 'reel' || id === '173' ? MISSING : undefined) },
      format,
      [...files],
    );
    const begun = clock.now();
    expect(await publishFor(60 * A_MINUTE_MS)).toMatchObject({ kind: 'published', remoteId: MEDIA });
    expect(clock.now() - begun).toBeGreaterThanOrEqual(10 * A_MINUTE_MS);
    expect(clock.now() - begun).toBeLessThan(12 * A_MINUTE_MS);
    expect([named('create').length, named('publish').length]).toEqual([containers, 1]);
  });

  it('is waited for when it turns out not to be ready, and is asked for again every ten minutes', async () => {
    let readable = false;
    const script = {
      status: () => (readable ? FINISHED : MISSING),
      publish: () => (readable ? undefined : metaError(9007, 2207027, 'Not ready')),
    };
    const { publishFor, named, kept } = begin(script, 'reel');
    expect((await publishFor(180 * A_MINUTE_MS)).kind).toMatch(/^(waiting|busy)$/);
    expect(named('publish').length).toBeGreaterThan(10);
    expect(named('publish').length).toBeLessThanOrEqual(18);
    expect(kept()?.intentAt).toBeUndefined();
    readable = true;
    expect(await publishFor(A_MINUTE_MS)).toMatchObject({ kind: 'published' });
    expect(named('create')).toHaveLength(1);
  });

  it('is waited for when it was read as unfinished until just now, and when it is a story', async () => {
    const begun = clock.now();
    const isLate = () => clock.now() - begun > 30 * A_MINUTE_MS;
    const reel = begin({ status: () => (isLate() ? MISSING : ok({ status_code: 'IN_PROGRESS' })) }, 'reel');
    expect((await reel.publishFor(35 * A_MINUTE_MS)).kind).toBe('waiting');
    // No words tell a story from another one, should the answer to its public call be lost.
    const story = begin({ status: () => MISSING }, 'story');
    expect((await story.publishFor(60 * A_MINUTE_MS)).kind).toBe('waiting');
    expect([reel.named('publish').length, story.named('publish').length]).toEqual([0, 0]);
  });
});

import { LOST, ScriptedMeta, type ScriptedCall } from '../../../../test/support/scripted-meta';
import type { CommentSession } from '../first-comment';
import type { NetworkName } from '../network';

const HOUR = 3_600_000;
const A_PAGE = 25;

interface Case {
  network: NetworkName;
  format: string;
  type: 'image' | 'video';
  /** The list that tells whether it is public. */
  list: string;
  publicCall: string;
  /** The post on that list, and one of somebody else. */
  own: (time: string) => object;
  other: (n: number, time: string) => object;
}

const reel = (id: string, created_time: string) => ({ id, created_time, updated_time: created_time });
const media = (id: string, timestamp: string) => ({ id, timestamp, media_type: 'VIDEO' });

const CASES: Case[] = [
  {
    ...{ network: 'facebook', format: 'reel', type: 'video' },
    ...{ list: '/77/video_reels', publicCall: '/77/video_reels' },
    own: (time) => reel('31', time),
    other: (n, time) => reel(`5${n}`, time),
  },
  {
    ...{ network: 'facebook', format: 'story', type: 'image' },
    ...{ list: '/77/stories', publicCall: '/77/photo_stories' },
    own: () => ({ post_id: 91, media_id: '555', status: 'PUBLISHED' }),
    other: (n) => ({ post_id: n, media_id: `5${n}`, status: 'PUBLISHED' }),
  },
  {
    ...{ network: 'instagram', format: 'reel', type: 'video' },
    ...{ list: '/88/media', publicCall: '/88/media_publish' },
    own: (time) => ({ ...media('91', time), caption: 'Fresh bread' }),
    other: (n, time) => ({ ...media(`5${n}`, time), caption: 'Other words' }),
  },
];

/** What the list shows, and the two calls that end a reel. */
class Account {
  readonly meta: ScriptedMeta = new ScriptedMeta((call) => this.answer(call));
  private calls = 0;

  constructor(
    private readonly one: Case,
    /** The rows of a page by its number, and whether another one follows. */
    private readonly page: (n: number) => { data: object[]; isLast: boolean; after?: null },
  ) {}

  get sent(): number {
    return this.calls;
  }

  get pagesRead(): number {
    return this.meta.count('GET', this.one.list);
  }

  private answer({ method, path, params, query }: ScriptedCall): object | typeof LOST | undefined {
    const { list, publicCall } = this.one;
    if (method === 'GET' && path === list) {
      const n = Number(query.after ?? 0);
      const { data, isLast, after } = this.page(n);
      const cursors = after === null ? {} : { before: `${n}`, after: `${n + 1}` };
      return { data, paging: { cursors, ...(!isLast && { next: 'https://graph.example/next' }) } };
    }
    if (path === '/77/video_reels' && params.upload_phase === 'start')
      return { video_id: '31', upload_url: 'https://graph.example/up' };
    if (path === publicCall) return ++this.calls === 1 ? LOST : { id: '91', success: true };
    if (path === '/up') return { success: true };
    if (path === '/77/photos') return { id: '555' };
    if (path === '/88/media') return { id: '178', uri: 'https://graph.example/up' };
    if (path === '/178' && this.calls === 0) return { id: '178', status_code: 'FINISHED' };
    return path === '/88/content_publishing_limit' ? { data: [] } : undefined;
  }
}

describe.each(CASES)('$format on $network whose answer was lost', (one) => {
  const { network, format, type } = one;
  const publish = ({ meta }: Account) => meta.publish(network, { format, type });
  const rows = (time: string) => Array.from({ length: A_PAGE }, (_, n) => one.other(n, time));

  it('is found on the third page of the list', async () => {
    const account: Account = new Account(one, (n) => {
      const time = account.meta.time();
      return n < 2 ? { data: rows(time), isLast: false } : { data: [one.own(time)], isLast: true };
    });
    expect(await publish(account)).toMatchObject({ kind: 'published' });
    expect(account.sent).toBe(1);
  });

  it.each<[string, { after?: null }]>([
    ['has no end', {}],
    ['breaks off without a cursor', { after: null }],
  ])('is not sent again when the list %s', async (_what, more) => {
    const account: Account = new Account(one, () => {
      const time = account.meta.time();
      return { data: rows(time), isLast: false, ...more };
    });
    expect(await publish(account)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/could not be confirmed/) as string,
    });
    expect(account.sent).toBe(1);
    // An hour of readings, each of which comes to an end.
    expect(account.pagesRead).toBeLessThan(20 * 100);
  });

  it('is found though an empty page comes first', async () => {
    const account: Account = new Account(one, (n) =>
      n === 0 ? { data: [], isLast: false } : { data: [one.own(account.meta.time())], isLast: true },
    );
    expect(await publish(account)).toMatchObject({ kind: 'published' });
    expect(account.sent).toBe(1);
  });
});

describe.each(CASES.filter(({ format }) => format === 'reel'))(
  'the list for a $format on $network',
  (one) => {
    it('is read no further than a page that is older than the post', async () => {
      const account: Account = new Account(one, (n) => {
        const time = account.meta.time(account.meta.clock.now() - (n === 0 ? 0 : 3 * HOUR));
        const data = Array.from({ length: A_PAGE }, (_, row) => one.other(row, time));
        return { data, isLast: false };
      });
      const job = { format: one.format, type: one.type };
      await account.meta.publish(one.network, job);
      const pages = account.meta.calls.filter(({ path, method }) => path === one.list && method === 'GET');
      expect(Math.max(...pages.map(({ query }) => Number(query.after ?? 0)))).toBe(1);
    });
  },
);

it('does not send a comment again when the list of comments breaks off without a cursor', async () => {
  const meta = new ScriptedMeta(({ method, path }) => {
    if (path !== '/900/comments') return undefined;
    return method === 'POST' ? LOST : { data: [], paging: { next: 'https://graph.example/next' } };
  });
  let session: CommentSession = { accountId: '77', since: meta.clock.now() };
  for (let looks = 0; looks < 5; looks++) {
    const outcome = await meta.comment('facebook', { session });
    if (outcome.kind !== 'later') throw new Error(`It is ${outcome.kind}.`);
    session = outcome.session;
    meta.clock.forward(2 * 60_000);
  }
  expect(meta.count('POST', '/900/comments')).toBe(1);
});

import { onMariadb } from '../../support/databases';
import { pageOf } from '../../support/many-accounts';
import { onRedis } from '../../support/redis-server';
import { violationsOf } from '../../process-walk/check';
import { describe as tell } from '../../process-walk/report';
import { walkOnce } from '../../process-walk/walk';

jest.setTimeout(420_000);

/** A small part of what `npm run simulate-processes` does. */
const SEED = 7;

onMariadb('on MariaDB', () =>
  onRedis('with Redis', () => {
    it('two and then four publishers bring each post out once, in time and in its place, whatever fails', async () => {
      const walk = { seed: SEED, processes: 4, posts: 160, accounts: 60, faultsMs: 25_000, hasRedis: true };
      const report = await walkOnce(walk);
      if (report.violations.length > 0) throw new Error(tell(report));
      expect(report.ended).toEqual({ published: walk.posts });
      expect(report.faults.length).toBeGreaterThan(5);
    });
  }),
);

describe('the check', () => {
  const wanted = {
    title: 'A',
    account: 2,
    dueAt: 100_000,
    sha256: 'aa',
    key: 'a.mp4',
    bytes: Buffer.alloc(1),
  };
  const right = {
    kind: 'reel' as const,
    pageId: pageOf(2),
    objectId: '1',
    caption: 'A',
    title: '',
    bytesSha256: 'aa',
    at: new Date(100_000),
  };
  const judge = (row: object, ...published: object[]) =>
    violationsOf([wanted], {
      posts: [{ title: 'A', status: 'published', upload_error: null, ...row }],
      busyUsers: 0,
      published: published as (typeof right)[],
      complaints: [],
    });

  it.each([
    ['doubled', {}, [right, right]],
    ['elsewhere', {}, [{ ...right, pageId: pageOf(3) }]],
    ['changed', {}, [{ ...right, bytesSha256: 'bb' }]],
    ['early', {}, [{ ...right, at: new Date(98_000) }]],
    ['lost', {}, []],
    ['wordless', { status: 'failed' }, []],
    ['denied', { status: 'failed', upload_error: 'No.' }, [right]],
    ['waiting', { status: 'pending' }, []],
    ['unknown', {}, [right, { ...right, caption: 'B' }]],
  ])('finds a post that is %s', (rule, row, published) => {
    expect(judge(row, ...published)).toEqual([expect.stringMatching(`^${rule}: `)]);
  });

  it('finds nothing wrong with a post that is public, or failed in words', () => {
    expect(judge({}, right)).toEqual([]);
    expect(judge({ status: 'failed', upload_error: 'No such video.' })).toEqual([]);
  });
});

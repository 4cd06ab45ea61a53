import { insertStatement, type Database } from '../../backend/database/database';
import { DatabaseTime } from '../../backend/database/database-time';
import type { NewRow } from '../../backend/database/tables';
import { PostsRepository } from '../../backend/publishing/posts/posts.repository';
import { PostWarnings, WARNINGS_OF_TIME } from '../../backend/publishing/warnings/post-warnings';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { servicesOn } from '../support/services';

const NOW = Date.UTC(2030, 0, 1, 12);
const MINUTE = 60_000;
const DAY = 86_400_000;
const [PAGE, OTHER_PAGE, REELS] = [1, 2, 3];
const AT = NOW + 3 * DAY;

eachDatabase((_, makeConfig) => {
  let db: Database;
  let services: Container;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const { db: opened, dataSource } = await openDatabase(await makeConfig());
    db = opened;
    close = () => dataSource.destroy();
    services = servicesOn({ db, dataSource });
    services.get(DatabaseTime).now = () => NOW;
    const plan = { name: 'P', description: '', price_minor: 0, duration_days: 1, created_at: 0 };
    await db.insert('plans', { ...plan, id: 1, max_storage_bytes: 1, max_pending_submissions: 1 });
    const user = { name: 'U', password_hash: 'none', created_at: 0 };
    await db.atomically([
      insertStatement(
        'users',
        [1, 2].map((id) => ({ ...user, id, email: `u${id}@example.com` })),
      ),
    ]);
    for (const [id, network] of [
      [PAGE, 'facebook'],
      [OTHER_PAGE, 'facebook'],
      [REELS, 'instagram'],
    ] as const)
      await db.insert('accounts', { id, user_id: 1, network, remote_id: `${id}`, name: `Account ${id}` });
  });
  beforeEach(async () => {
    await db.run('DELETE FROM posts');
    await db.run('DELETE FROM subscriptions');
    await db.run('UPDATE accounts SET paused_reason = NULL, resumes_at = NULL');
    await havePlan(0, NOW + 30 * DAY);
  });
  afterAll(() => close());

  const havePlan = (starts_at: number, expires_at: number, user_id = 1) =>
    db.insert('subscriptions', { user_id, plan_id: 1, starts_at, expires_at, created_at: 0 });

  function add({ scheduled_for = null, ...more }: Partial<NewRow<'posts'>> = {}): Promise<number> {
    const account_id = more.account_id ?? PAGE;
    const where =
      account_id === REELS
        ? ({ kind: 'instagram_video', network: 'instagram', format: 'reel' } as const)
        : ({ kind: 'video', network: 'facebook', format: 'reel' } as const);
    return db.insert('posts', {
      user_id: 1,
      ...where,
      account_id,
      title: 'Winter menu',
      status: 'pending',
      scheduled_for,
      due_at: scheduled_for,
      size_bytes: 1,
      width: 1,
      height: 1,
      duration_ms: 20_000,
      created_at: 0,
      ...more,
    });
  }

  const publishedAt = (published_at: number) => ({ status: 'published' as const, published_at });

  async function warnings(ids: number[], codes?: typeof WARNINGS_OF_TIME) {
    const rows = await services.get(PostsRepository).findAll(1, ids);
    return services.get(PostWarnings).of(1, rows, codes);
  }
  const found = async (id: number, codes?: typeof WARNINGS_OF_TIME) =>
    (await warnings([id], codes)).map(({ code, item_id }) => [code, item_id]);

  it('says nothing of a post that stands alone, with a time or without', async () => {
    expect(await found(await add({ scheduled_for: AT, description: 'Bread', fingerprint: 'a' }))).toEqual([]);
    expect(await found(await add({ description: 'Cake', fingerprint: 'b' }))).toEqual([]);
    expect(await found(await add({ account_id: null, scheduled_for: AT }))).toEqual([]);
    expect(await warnings([])).toEqual([]);
  });

  it.each([
    ['pending', { scheduled_for: AT + 15 * MINUTE }, true],
    ['pending, a little later', { scheduled_for: AT + 15 * MINUTE + 1 }, false],
    ['without a time', {}, false],
    ['of another account', { account_id: OTHER_PAGE, scheduled_for: AT }, false],
    ['of another network', { account_id: REELS, scheduled_for: AT }, false],
    ['failed', { status: 'failed' as const, scheduled_for: AT, due_at: null }, false],
  ])('compares its time with one that is %s', async (_what, other, isClose) => {
    const id = await add({ scheduled_for: AT });
    const near = await add(other);
    expect(await found(id)).toEqual(isClose ? [['too_close', near]] : []);
  });

  it.each([
    ['was published just now', publishedAt(NOW - 10 * MINUTE)],
    ['is under way with a time', { status: 'processing' as const, scheduled_for: NOW, due_at: NOW + DAY }],
    ['is under way without one', { status: 'uploaded' as const, due_at: NOW + 90 * DAY }],
    ['has its turn', { due_at: NOW }],
  ])('compares now with one that %s', async (_what, other) => {
    const id = await add({ scheduled_for: NOW });
    const near = await add(other);
    expect(await found(id)).toEqual([['too_close', near]]);
  });

  it('counts reels of a Page that go out and that went out', async () => {
    const id = await add({ scheduled_for: NOW + DAY / 2 });
    for (let n = 0; n < 29; n++)
      await add(n % 2 ? publishedAt(NOW - 11 * 3_600_000) : { scheduled_for: NOW + DAY / 2 + 20 * MINUTE });
    expect(await found(id)).toEqual([]);
    await add({ ...publishedAt(NOW - MINUTE), account_id: OTHER_PAGE });
    await add({ ...publishedAt(NOW - MINUTE), format: 'video' });
    await add({ ...publishedAt(NOW - MINUTE), kind: 'photo', format: 'photo', duration_ms: null });
    // With the later ones, exactly 24 hours.
    await add(publishedAt(NOW - DAY / 2 + 20 * MINUTE));
    expect(await found(id)).toEqual([]);
    await add(publishedAt(NOW - DAY / 2 + 20 * MINUTE + 1));
    expect(await warnings([id])).toEqual([
      {
        code: 'over_limit',
        message: 'Account 1 gets more than 30 reels in 24 hours. Facebook may refuse some of them.',
        target: 0,
        item_id: null,
      },
    ]);
  });

  it('counts fifty posts of an Instagram account', async () => {
    const id = await add({ account_id: REELS, scheduled_for: AT });
    for (let n = 0; n < 49; n++) await add({ account_id: REELS, scheduled_for: AT + 20 * MINUTE + n });
    expect(await found(id)).toEqual([]);
    await add({ account_id: REELS, scheduled_for: AT - 20 * MINUTE, duration_ms: 120_000 });
    expect(await found(id)).toEqual([['over_limit', null]]);
  });

  it('tells that the account is paused, with the reason', async () => {
    const id = await add({ scheduled_for: AT });
    await db.run("UPDATE accounts SET paused_reason = 'The token has expired.' WHERE id = ?", [OTHER_PAGE]);
    expect(await found(id)).toEqual([]);
    await db.run("UPDATE accounts SET paused_reason = 'The token has expired.' WHERE id = ?", [PAGE]);
    expect((await warnings([id]))[0]?.message).toBe('Account 1 is paused: The token has expired.');
    expect(await found(await add())).toEqual([['paused', null]]);
    await db.run('UPDATE accounts SET resumes_at = ? WHERE id = ?', [AT, PAGE]);
    expect(await found(id)).toEqual([]);
    await db.run('UPDATE accounts SET resumes_at = ? WHERE id = ?', [AT + 1, PAGE]);
    expect(await found(id)).toEqual([['paused', null]]);
  });

  it('tells that no plan is active at the time, also where there is no account', async () => {
    const end = NOW + 30 * DAY;
    const ids = [await add({ scheduled_for: end - 1 }), await add({ account_id: null, scheduled_for: end })];
    const [before, after] = ids as [number, number];
    expect([await found(before), await found(after)]).toEqual([[], [['no_plan', null]]]);
    await havePlan(end, end + DAY, 2);
    expect(await found(after)).toEqual([['no_plan', null]]);
    await havePlan(end, end + DAY);
    expect(await found(after)).toEqual([]);
    await db.run('UPDATE subscriptions SET ended_at = ? WHERE starts_at > 0', [NOW]);
    expect(await found(after)).toEqual([['no_plan', null]]);
  });

  it.each([
    ['waits', {}, true],
    ['is a week away', { scheduled_for: NOW + 14 * DAY }, true],
    ['is more than a week away', { scheduled_for: NOW + 14 * DAY + 1 }, false],
    ['was published a week before', { ...publishedAt(NOW), description: null, posted_text: 'BREAD' }, true],
    ['was published earlier', { ...publishedAt(NOW - 1) }, false],
    ['went out with another text', { ...publishedAt(NOW), posted_text: 'Cake' }, false],
    ['is on another account', { account_id: OTHER_PAGE }, false],
    ['is of no account', { account_id: null }, false],
  ])('finds the same text in a post that %s', async (_what, other, isSame) => {
    const id = await add({ scheduled_for: NOW + 7 * DAY, description: ' Bread' });
    const twin = await add({ description: 'bread ', ...other });
    expect(await found(id)).toEqual(isSame ? [['same_text', twin]] : []);
    expect(await found(id, WARNINGS_OF_TIME)).toEqual([]);
  });

  it.each([
    ['waits', {}, true],
    ['goes out much later', { scheduled_for: NOW + 29 * DAY }, true],
    ['is under way', { status: 'processing' as const, due_at: NOW }, true],
    ['was published, and its bytes are gone', { ...publishedAt(NOW - 30 * DAY), file_key: null }, true],
    ['was published long ago', publishedAt(NOW - 30 * DAY - 1), false],
    ['has failed', { status: 'failed' as const }, false],
    ['is on another account', { account_id: OTHER_PAGE }, false],
    ['has another file', { fingerprint: 'b' }, false],
    ['has an unknown file', { fingerprint: null }, false],
  ])('finds the same file in a post that %s', async (_what, other, isSame) => {
    const id = await add({ scheduled_for: NOW + 10 * DAY, fingerprint: 'a' });
    const twin = await add({ fingerprint: 'a', ...other });
    expect(await found(id)).toEqual(isSame ? [['same_media', twin]] : []);
    expect(await found(id, WARNINGS_OF_TIME)).toEqual([]);
  });

  it('finds the same file among several of a post, and of the other', async () => {
    const carousel = { kind: 'photo', network: 'instagram', format: 'carousel', account_id: REELS } as const;
    const carouselOf = async (first: string, second: string) => {
      const post_id = await add({ ...carousel, fingerprint: first });
      const file = { type: 'image' as const, size_bytes: 1, width: 1, height: 1 };
      await db.insert('post_media', { ...file, post_id, position: 1, fingerprint: second });
      return post_id;
    };
    const one = await carouselOf('a', 'b');
    const photo = await add({ ...carousel, format: 'photo', fingerprint: 'b' });
    expect(await found(photo)).toEqual([['same_media', one]]);
    const another = await carouselOf('c', 'a');
    expect(await found(another)).toEqual([['same_media', one]]);
    const unlike = await carouselOf('d', 'e');
    expect(await found(unlike)).toEqual([]);
  });

  it('counts a draft neither as close nor as one too many, and compares its text', async () => {
    const at = { scheduled_for: AT, description: 'Bread' };
    const draft = await add({ ...at, draft: 1, due_at: null });
    const post = await add(at);
    expect(await found(post)).toEqual([['same_text', draft]]);
    expect(await found(post, WARNINGS_OF_TIME)).toEqual([]);
    expect(await found(draft, WARNINGS_OF_TIME)).toEqual([['too_close', post]]);
  });

  it('says of many posts what it says of each, once, in as many statements', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 60; n++)
      ids.push(await add({ scheduled_for: NOW + 31 * DAY + n * 10 * MINUTE, title: `Post ${n}` }));
    const read = jest.spyOn(db, 'rows');
    await warnings(ids.slice(0, 2));
    const statements = read.mock.calls.length;
    const all = await warnings(ids);
    expect(read.mock.calls.length).toBe(2 * statements);
    read.mockRestore();
    const codes = all.map(({ code }) => code);
    expect(codes.filter((code) => code === 'too_close')).toHaveLength(60);
    expect(codes.filter((code) => code !== 'too_close').sort()).toEqual(['no_plan', 'over_limit']);
    expect(all.every(({ target }) => target === 0)).toBe(true);
  });
});

import { Database } from '../../../backend/database/database';
import { CommentClaims } from '../../../backend/publishing/first-comments/comment-claims';
import { Commenter } from '../../../backend/publishing/first-comments/commenter';
import { DueComments } from '../../../backend/publishing/first-comments/due-comments';
import { markForReadBack } from '../../../backend/publishing/after-restore/mark-for-read-back';
import { eventually } from '../../support/client';
import { metaError, type FaultAction } from '../../support/fake-graph';
import { ByHand } from '../../support/fake-graph/by-hand';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the first comment of a post', () => {
  let harness: PublishingHarness;
  let account: ConnectedUser;
  let texts = 0;

  beforeAll(async () => {
    harness = await PublishingHarness.start();
  });
  beforeEach(async () => {
    account = await harness.addUser();
  });
  afterEach(() => {
    expect(harness.fake.violations()).toEqual([]);
    harness.fake.clearFaults();
  });
  afterAll(() => harness.end());

  const due = () => harness.app.running.nest.get(DueComments);
  const db = () => harness.app.running.nest.get(Database);
  const accountId = async () => (await account.client.get('/api/accounts')).body[0].id as number;

  /** Publishes a text with a first comment. @returns the id and the words of the comment */
  async function publish() {
    const words = `Read more ${++texts}`;
    const { body } = await account.client.post('/api/posts', {
      targets: [{ account_id: await accountId(), format: 'text' }],
      description: `Text ${texts}`,
      first_comment: words,
      scheduled_for: 'now',
    });
    const { id } = body.posts[0];
    await harness.untilEnded(id);
    return { id: id as number, words };
  }

  const item = async (id: number) => (await account.client.get(`/api/posts/${id}`)).body;

  const statusIs = (id: number, status: string) =>
    eventually(
      () => item(id),
      (post) => post.first_comment_status === status,
    );

  const saidOf = (words: string) => harness.fake.comments().filter(({ message }) => message === words);

  const sent = () => harness.calls(account.page, 'comments.create', 'comments.list');

  /** Sets the clock forward from one look to the next, until nothing is due any more. */
  async function toTheEnd(id: number): Promise<any> {
    for (let n = 0; n < 60; n++) {
      await due().look();
      await due().idle();
      const row = await db().row<{ at: number | null; locked_by: string | null }>(
        'SELECT first_comment_due_at AS at, locked_by FROM posts WHERE id = ?',
        [id],
      );
      if (row?.at == null) return item(id);
      if (row.locked_by === null) harness.forward(row.at - harness.now() + 1);
    }
    throw new Error('the comment comes to no end');
  }

  /** As it was before it was sent. */
  const waitingAgain = (id: number) =>
    db().run(
      "UPDATE posts SET first_comment_status = 'waiting', first_comment_session = ?, first_comment_due_at = ? WHERE id = ?",
      [JSON.stringify({ accountId: account.page.id, since: harness.now() }), harness.now() + HOUR, id],
    );

  const armed = (action: FaultAction, times = 1) =>
    harness.fake.fault({ on: 'comments.create', times, do: action });

  it('is posted once, after the post, and leaves a step in its ledger', async () => {
    const { id, words } = await publish();
    const post = await statusIs(id, 'posted');
    expect(post).toMatchObject({ status: 'published', first_comment: words, first_comment_error: null });
    expect(post.attempts.at(-1)).toMatchObject({ step: 'comment', outcome: 'done' });
    expect(post.attempts.at(-1).remote_id).toMatch(/^\d+_\d+$/);
    expect(saidOf(words)).toMatchObject([{ account: account.page.id }]);
    expect(sent()).toEqual([1, 0]);
  });

  it.each<[string, FaultAction]>([
    ['cut after the effect', { cut: 'after' }],
    ['500 after the effect', { after: true, ...metaError(2, null, 'later') }],
    ['limit reached after the effect', { after: true, ...metaError(80001, null, 'too many') }],
  ])('is found among the comments when its answer was lost (%s)', async (_name, action) => {
    armed(action);
    const { id, words } = await publish();
    const post = await toTheEnd(id);
    expect([post.first_comment_status, post.first_comment_error]).toEqual(['posted', null]);
    expect(saidOf(words)).toHaveLength(1);
    expect(sent()).toEqual([1, 1]);
  });

  it('is sent again when two readings, a minute apart, did not find it', async () => {
    armed({ cut: 'before' });
    const { id, words } = await publish();
    const post = await toTheEnd(id);
    expect(post.first_comment_status).toBe('posted');
    expect(saidOf(words)).toHaveLength(1);
    const [tries, looks] = sent();
    expect(tries).toBe(2);
    expect(looks).toBeGreaterThanOrEqual(2);
    const [first, second] = harness.fake
      .history('comments.list')
      .filter(({ page }) => page === account.page.id);
    expect(Date.parse(second!.date) - Date.parse(first!.date)).toBeGreaterThanOrEqual(MINUTE);
  });

  it('waits between five tries in 24 hours, and then has failed', async () => {
    armed(metaError(2, null, 'Service temporarily unavailable'), 99);
    const { id, words } = await publish();
    expect(await statusIs(id, 'waiting')).toMatchObject({ status: 'published' });
    const post = await toTheEnd(id);
    expect(post).toMatchObject({ status: 'published', first_comment_status: 'failed', upload_error: null });
    expect(post.first_comment_error).toMatch(/Meta/);
    expect(saidOf(words)).toEqual([]);
    const tries = harness.fake.history('comments.create').filter(({ page }) => page === account.page.id);
    expect(tries).toHaveLength(5);
    expect(Date.parse(tries.at(-1)!.date) - Date.parse(tries[0]!.date)).toBeLessThan(24 * HOUR);
  });

  it('fails at once when a permission is missing, and pauses nothing', async () => {
    armed(metaError(200, null, '(#200) Permissions error'));
    const { id, words } = await publish();
    const post = await statusIs(id, 'failed');
    expect(post.status).toBe('published');
    expect(post.first_comment_error).toMatch(/Permissions error.*\(Meta error 200\)/);
    expect(await harness.row(id)).toMatchObject({ paused_reason: null });
    expect(sent()).toEqual([1, 0]);
    expect(saidOf(words)).toEqual([]);
  });

  it('is tried again by its owner, only when it has failed', async () => {
    armed(metaError(200, null, '(#200) Permissions error'));
    const { id, words } = await publish();
    await statusIs(id, 'failed');
    const { status, body } = await account.client.post(`/api/posts/${id}/first-comment`);
    expect([status, body.first_comment_status, body.first_comment_error]).toEqual([200, 'waiting', null]);
    expect((await toTheEnd(id)).first_comment_status).toBe('posted');
    expect(saidOf(words)).toHaveLength(1);
    const again = await account.client.post(`/api/posts/${id}/first-comment`);
    expect([again.status, again.body.message]).toEqual([
      409,
      'Only a failed first comment can be tried again; this one is posted.',
    ]);
    const stranger = await harness.addUser();
    expect((await stranger.client.post(`/api/posts/${id}/first-comment`)).status).toBe(404);
  });

  it('waits while its account is paused, and goes out once it is connected again', async () => {
    armed(metaError(190, 460, 'The session has been invalidated.'));
    const { id, words } = await publish();
    const paused = await eventually(
      () => harness.row(id),
      ({ paused_reason }) => paused_reason !== null,
    );
    expect(paused.paused_reason).toMatch(/signed Pagecast out/);
    expect(await item(id)).toMatchObject({ status: 'published', first_comment_status: 'waiting' });
    await harness.connect(account);
    expect((await toTheEnd(id)).first_comment_status).toBe('posted');
    expect(saidOf(words)).toHaveLength(1);
  });

  it('fails when its account was removed, and is not posted on another Page', async () => {
    harness.fake.fault({
      on: 'comments.create',
      do: metaError(4, null, 'Application request limit reached'),
    });
    const { id, words } = await publish();
    await eventually(
      () => item(id),
      (post) => post.first_comment_error !== null,
    );
    await account.client.delete(`/api/accounts/${await accountId()}?pending=delete`);
    expect(await toTheEnd(id)).toMatchObject({
      status: 'published',
      first_comment_status: 'failed',
      first_comment_error: expect.stringMatching(/^The account was removed\./),
    });
    expect(saidOf(words)).toEqual([]);
  });

  it('is looked for after a restore, and not sent again on a guess', async () => {
    const { id, words } = await publish();
    await statusIs(id, 'posted');
    await waitingAgain(id);
    await markForReadBack(db(), { since: harness.now() - HOUR, now: harness.now() });
    expect((await toTheEnd(id)).first_comment_status).toBe('posted');
    expect(saidOf(words)).toHaveLength(1);
  });

  it('is found under an Instagram post by the words and the name of the account', async () => {
    account = await harness.addUser({ instagram: true });
    const path = '/api/instagram/videos';
    const id = await harness.post(account, 'Reel', { path, at: harness.nowToPost(10 * MINUTE) });
    await db().run('UPDATE posts SET first_comment = ? WHERE id = ?', ['On Instagram', id]);
    armed({ cut: 'after' });
    harness.fake.fault({
      on: 'comments.list',
      do: { status: 200, body: { data: [{ id: '1', text: 'On Instagram', username: 'somebody' }] } },
    });
    await harness.runToEnd(account, id);
    expect((await toTheEnd(id)).first_comment_status).toBe('posted');
    expect(saidOf('On Instagram')).toMatchObject([{ account: account.page.igId }]);
    expect(sent()).toEqual([1, 2]);
  });

  it('is sent by one of two processes that look at the same moment', async () => {
    const { id } = await publish();
    await statusIs(id, 'posted');
    await waitingAgain(id);
    await db().run('UPDATE posts SET first_comment = ?, first_comment_due_at = 1 WHERE id = ?', ['Both', id]);
    const commenter = harness.app.running.nest.get(Commenter);
    const { signal } = new AbortController();
    await Promise.all(['one', 'other', 'third'].map((name) => commenter.work(id, name, signal)));
    expect((await toTheEnd(id)).first_comment_status).toBe('posted');
    expect(saidOf('Both')).toHaveLength(1);
  });

  it.each([
    ['before it was sent', false],
    ['after it was posted', true],
  ])('is there once when its process dies with the intent written, %s', async (_name, isPosted) => {
    const { id } = await publish();
    await statusIs(id, 'posted');
    await waitingAgain(id);
    const words = `Killed ${String(isPosted)}`;
    harness.stopClock();
    await db().run('UPDATE posts SET first_comment = ?, first_comment_due_at = 1 WHERE id = ?', [words, id]);
    const claims = harness.app.running.nest.get(CommentClaims);
    const claim = (await claims.take(id, 'dead'))!;
    const now = harness.now();
    await claims.intend(claim, { accountId: account.page.id, since: now, intentAt: now });
    const { remote_id } = claim.post;
    if (isPosted)
      await new ByHand(harness.fake, account.page.token).post(`${remote_id}/comments`, { message: words });
    await due().look();
    expect((await item(id)).first_comment_status).toBe('waiting');
    harness.startClock();
    harness.forward(31_000);
    expect((await toTheEnd(id)).first_comment_status).toBe('posted');
    expect(saidOf(words)).toHaveLength(1);
    expect(await claims.settle(claim, { first_comment_status: 'failed' })).toBe(false);
  });

  it('goes out although a clock was set back by a day', async () => {
    const { id, words } = await publish();
    await statusIs(id, 'posted');
    await waitingAgain(id);
    await db().run("UPDATE posts SET locked_by = 'dead', first_comment_due_at = ? WHERE id = ?", [
      harness.now() + 24 * HOUR,
      id,
    ]);
    harness.forward(MINUTE);
    await due().look();
    const row = await db().row<{ at: number }>('SELECT first_comment_due_at AS at FROM posts WHERE id = ?', [
      id,
    ]);
    expect(row!.at).toBeLessThan(harness.now() + MINUTE);
    await db().run(
      "UPDATE posts SET first_comment_due_at = NULL, first_comment_status = 'posted', locked_by = NULL WHERE id = ?",
      [id],
    );
    expect(saidOf(words)).toHaveLength(1);
  });

  it('is not counted as found when others said the same', async () => {
    armed({ cut: 'before' });
    harness.fake.fault({
      on: 'comments.list',
      times: 2,
      do: {
        status: 200,
        body: { data: [{ id: '1', message: `Read more ${texts + 1}`, from: { id: '5' } }] },
      },
    });
    const { id, words } = await publish();
    expect((await toTheEnd(id)).first_comment_status).toBe('posted');
    expect(saidOf(words)).toHaveLength(1);
  });
});

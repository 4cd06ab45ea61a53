import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Database } from '../../../backend/database/database';
import { Storage } from '../../../backend/ports/storage/storage';
import { MediaRetention } from '../../../backend/publishing/housekeeping/media-retention';
import { ChangeCounters, type Versions } from '../../../backend/users/change-counters';
import type { Client } from '../../support/client';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

/** What of a post its owner sees. */
const SEEN =
  `kind status title description scheduled_for published_at upload_error posted_text permalink file_key
  poster_key first_comment_status first_comment_error`.split(/\s+/);

/** Statements that write posts, by file. A new one belongs into a unit with `ChangeCounters.bump`, and then here. */
const WRITERS = {
  // Three of them are the claim, the lease that is renewed, and what is given back; two are what all of them narrow down.
  'backend/publishing/publisher/claims.ts': 6,
  'backend/publishing/posts/post-deletion.ts': 2,
  // The caller's unit tells of them.
  'backend/publishing/posts/posts-on-account-change.ts': 5,
  'backend/publishing/posting-queues/moved-places.ts': 1,
  'backend/publishing/housekeeping/media-retention.ts': 2,
  'backend/publishing/housekeeping/removed-videos.ts': 1,
  // Two of them show nothing: the lease cut short, and the turn that was not used.
  'backend/publishing/publisher/missed-posts.ts': 3,
  // One of them shows nothing: when a first comment is looked at again.
  'backend/publishing/publisher/times-ahead.ts': 3,
  'backend/publishing/publisher/post-ledger.ts': 3,
  // One of them shows nothing: the lease cut short, of a clock that was set back. The first is the one that is renewed.
  'backend/publishing/first-comments/comment-claims.ts': 5,
  'backend/publishing/first-comments/first-comment-retries.service.ts': 1,
  // A restore signs everybody out.
  'backend/publishing/first-comments/after-restore.ts': 1,
  'backend/publishing/after-restore/mark-for-read-back.ts': 2,
  // Two of them belong to the unit of the third.
  'backend/publishing/posts/post-creation.ts': 3,
  'backend/publishing/edits/post-edits.service.ts': 1,
  'backend/publishing/posting-queues/queue-order.ts': 1,
  // One shows nothing: the turn that is given. The claim that follows tells.
  'backend/publishing/posts/post-changes.ts': 4,
  'backend/publishing/posts/failed-posts.ts': 3,
  'backend/publishing/publisher/settlement.ts': 1,
};

describe('the change counters of posts', () => {
  let harness: PublishingHarness;
  let account: ConnectedUser;
  let client: Client;

  beforeAll(async () => {
    harness = await PublishingHarness.start();
    await db().run('CREATE TABLE seen (user_id integer, n integer)');
    const note = (row: string) => `BEGIN INSERT INTO seen (user_id, n) VALUES (${row}.user_id, 1); END`;
    const differs = SEEN.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ');
    await db().run(`CREATE TRIGGER seen_insert AFTER INSERT ON posts ${note('NEW')}`);
    await db().run(`CREATE TRIGGER seen_delete AFTER DELETE ON posts ${note('OLD')}`);
    await db().run(`CREATE TRIGGER seen_update AFTER UPDATE ON posts WHEN ${differs} ${note('NEW')}`);
  });
  beforeEach(async () => {
    account = await harness.addUser();
    ({ client } = account);
    await feed();
  });
  afterAll(() => harness.end());

  const db = () => harness.app.running.nest.get(Database);
  const feed = (): Promise<Versions> => harness.app.running.nest.get(ChangeCounters).open(client.user.id);

  /** Each visible change of a post is a unit of its own here, so each has to be told. */
  async function isTold(change: () => Promise<unknown>, atLeast = 1): Promise<void> {
    const { videos } = await feed();
    await db().run('DELETE FROM seen');
    await change();
    const [row] = await db().rows<{ count: number }>('SELECT COUNT(*) AS count FROM seen WHERE user_id = ?', [
      client.user.id,
    ]);
    const seen = row?.count ?? 0;
    expect(seen).toBeGreaterThanOrEqual(atLeast);
    expect((await feed()).videos - videos).toBeGreaterThanOrEqual(seen);
  }

  it('count every change that a user makes', async () => {
    let id = 0;
    const tomorrow = new Date(harness.now() + 86_400_000).toISOString();
    await isTold(async () => (id = await harness.post(account, 'told', { at: null })));
    await isTold(() => client.put(`/api/videos/${id}`, { title: 'renamed', description: 'new' }));
    await isTold(() => client.put(`/api/videos/${id}/reschedule`, { scheduled_for: tomorrow }));
    const start = new Date(harness.now() + 70_000_000).toISOString();
    const batch = { items: [{ kind: 'video', id }], start, every_minutes: 1 };
    await isTold(() => client.post('/api/calendar/batch', batch));
    await isTold(() => client.delete(`/api/videos/${id}`));
  });

  it('count every step of a publication, and the removal of its media', async () => {
    await isTold(async () => {
      const id = await harness.post(account, 'goes out');
      expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published' });
    }, 5);
    const retention = harness.app.running.nest.get(MediaRetention);
    await db().run('UPDATE posts SET published_at = 1, idle_since = 1 WHERE user_id = ?', [client.user.id]);
    await isTold(() => retention.run());
  });

  it('count a failure, its retry, and a missed post', async () => {
    let id = 0;
    await isTold(async () => {
      const later = new Date(harness.now() + 3_600_000);
      id = await harness.post(account, 'fails', { of: 'portrait.mp4', at: later });
      const row = await db().row<{ file_key: string }>('SELECT file_key FROM posts WHERE id = ?', [id]);
      await harness.app.running.nest.get(Storage).delete(row?.file_key ?? '');
      expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'failed' });
    }, 3);
    await db().run('UPDATE accounts SET paused_reason = ? WHERE user_id = ?', ['test', client.user.id]);
    await isTold(() => client.post(`/api/videos/${id}/retry`));
    await isTold(async () => {
      harness.forward(25 * 3_600_000);
      await harness.untilEnded(id);
    });
    expect(await harness.item(account, id)).toMatchObject({
      status: 'failed',
      upload_error: expect.stringMatching(/late|missed|too long/i),
    });
  });

  it('are known to every statement that writes posts', () => {
    const WRITES = `(updateTable|insertInto|deleteFrom|insertStatement|insert)\\('posts'|((claims|this)\\.held|heldPost)\\(`;
    const found = execFileSync(
      'grep',
      ['-rcE', '--include=*.ts', '--exclude=*.spec.ts', '--exclude=lease.ts', WRITES, 'backend'],
      {
        cwd: resolve(__dirname, '../../..'),
        encoding: 'utf8',
      },
    );
    const counts = found
      .trim()
      .split('\n')
      .map((line) => line.split(':') as [string, string])
      .filter(([, count]) => count !== '0');
    expect(Object.fromEntries(counts.map(([file, count]) => [file, Number(count)]))).toEqual(WRITERS);
  });
});

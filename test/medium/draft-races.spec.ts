import type { DataSource } from 'typeorm';
import type { Caller } from '../../backend/common/http/caller.decorator';
import type { Database } from '../../backend/database/database';
import type { Row } from '../../backend/database/tables';
import { Claims } from '../../backend/publishing/publisher/claims';
import { MissedPosts } from '../../backend/publishing/publisher/missed-posts';
import { PostChanges } from '../../backend/publishing/posts/post-changes';
import { PostEdits } from '../../backend/publishing/edits/post-edits.service';
import { PostingQueues } from '../../backend/publishing/posting-queues/posting-queues';
import { PostsService } from '../../backend/publishing/posts/posts.service';
import { QuotaRecount } from '../../backend/publishing/housekeeping/quota-recount';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts } from '../support/many-accounts';
import { addAccount } from '../support/more-accounts';
import { servicesOn } from '../support/services';

const USER = 1;
const PAGE = 1;
const CALLER = { id: USER, timezone: 'UTC' } as Caller;
const LONG_AGO = Date.now() - 40 * 86_400_000;
const ROUNDS = 10;

eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let services: Container;
  let id: number;

  beforeEach(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    services = servicesOn({ db, dataSource });
    await addAccounts(db, 2);
    id = await db.insert('posts', {
      ...{ user_id: USER, account_id: PAGE, kind: 'video', network: 'facebook', format: 'video' },
      ...{ title: 'Waits', status: 'pending', file_key: 'own.mp4', size_bytes: 10, width: 1, height: 1 },
      ...{ created_at: 1, scheduled_for: Date.now() - 1000, due_at: Date.now() - 1000 },
    });
    await services.get(QuotaRecount).run();
  });
  afterEach(() => dataSource.destroy());

  const post = async () => (await db.row<Row<'posts'>>('SELECT * FROM posts WHERE id = ?', [id]))!;
  const draft = (value: 0 | 1) => services.get(PostEdits).edit(null, CALLER, id, { draft: value });
  const claim = () => services.get(Claims).take(PAGE, 'publisher');

  it('are not claimed, not missed, not in the queue, and get no turn', async () => {
    await draft(1);
    await db.run('UPDATE posts SET scheduled_for = ? WHERE id = ?', [LONG_AGO, id]);
    await services.get(MissedPosts).endMissed();
    expect(await claim()).toBeUndefined();
    await db.run('UPDATE posts SET scheduled_for = NULL WHERE id = ?', [id]);
    expect(await services.get(PostChanges).giveTurn(PAGE, id)).toBe(false);
    expect(await services.get(PostingQueues).ofUser(USER, Date.now())).toEqual({ open: [], queues: [] });
    expect(await post()).toMatchObject({ status: 'pending', draft: 1, due_at: null });
  });

  it('are due now when they are released after their time, and then claimed', async () => {
    await draft(1);
    await db.run('UPDATE posts SET scheduled_for = ? WHERE id = ?', [LONG_AGO, id]);
    const before = Date.now();
    await draft(0);
    const { due_at, scheduled_for } = await post();
    expect(due_at).toBe(scheduled_for);
    expect(due_at).toBeGreaterThanOrEqual(before - 2000);
    expect((await claim())?.post.id).toBe(id);
  });

  it('are made before a publisher claims the post, or not at all', async () => {
    const [claimed, drafted] = await Promise.allSettled([claim(), draft(1)]);
    const isClaimed = claimed.status === 'fulfilled' && claimed.value !== undefined;
    expect(drafted.status).toBe(isClaimed ? 'rejected' : 'fulfilled');
    expect((await post()).status).toBe(isClaimed ? 'scheduled' : 'pending');
  });

  it('leave a post where it is when it is claimed before it is moved', async () => {
    const other = await addAccount(services, USER, { id: '71' });
    const moving = services.get(PostEdits).edit(null, CALLER, id, { account_id: other });
    const [claimed, moved] = await Promise.allSettled([claim(), moving]);
    const isClaimed = claimed.status === 'fulfilled' && claimed.value !== undefined;
    expect(moved.status).toBe(isClaimed ? 'rejected' : 'fulfilled');
    expect((await post()).account_id).toBe(isClaimed ? PAGE : other);
  });

  it('of a story keep their time or stay drafts when they lose it and are released at the same moment', async () => {
    const time = Date.now() + 86_400_000;
    for (let round = 0; round < ROUNDS; round++) {
      await db.run("UPDATE posts SET format = 'story', draft = 1, due_at = NULL, scheduled_for = ?", [time]);
      const clear = () => services.get(PostsService).setTime(null, CALLER, id, { scheduled_for: null });
      const calls = round % 2 === 0 ? [clear(), draft(0)] : [draft(0), clear()];
      const answers = await Promise.allSettled<unknown>(calls);
      const refused = answers.filter((answer) => answer.status === 'rejected');
      expect(refused).toMatchObject([
        { reason: { more: { errors: { scheduled_for: ['A story needs a time.'] } } } },
      ]);
      const { draft: isDraft, scheduled_for, due_at } = await post();
      expect([
        [1, null, null],
        [0, time, time],
      ]).toContainEqual([isDraft, scheduled_for, due_at]);
    }
  });
});

import { expressionBuilder } from 'kysely';
import type { DataSource } from 'typeorm';
import { CalendarSlots } from '../../backend/calendar/calendar-slots';
import { UpcomingService } from '../../backend/calendar/upcoming.service';
import type { Database, Statement } from '../../backend/database/database';
import { DatabaseTime } from '../../backend/database/database-time';
import type { NewRow, Row, Tables } from '../../backend/database/tables';
import { formatIn, KINDS, KINDS_OF, listOf } from '../../backend/publishing/formats/lists';
import { queued } from '../../backend/publishing/posting-queues/open-posts';
import { libraryFor, ownerOf } from '../../backend/publishing/posting-queues/post-owner';
import { PostingQueues } from '../../backend/publishing/posting-queues/posting-queues';
import { slotsToCome, type Slot } from '../../backend/publishing/posting-queues/slots';
import { unusedVideos } from '../../backend/shared-videos/unused-videos';
import type { Container } from '../simulation/container';
import { Draws } from '../simulation/draws';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, insertRows } from '../support/many-accounts';
import { Explainer } from '../support/query-plans';
import { servicesOn } from '../support/services';

const NOW = Date.UTC(2030, 0, 1, 12);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const ACCOUNTS = 12;
/** More than are read at first. */
const VIDEOS = 1_200;
const STATES = 20;
const MOST_SLOTS = 2_000;

type Coming = Slot & { kind: string; account: number };

/** What the calendar and the home screen foresee, against each account's own library, read as a whole. */
eachDatabase((name, makeConfig) => {
  let db: Database;
  let services: Container;
  let dataSource: DataSource;
  let accounts: Row<'accounts'>[];

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    if (name === 'SQLite') await dataSource.query('PRAGMA synchronous = OFF');
    services = servicesOn({ db, dataSource });
    services.get(DatabaseTime).now = () => NOW;
    await addAccounts(db, ACCOUNTS);
    await db.run("UPDATE accounts SET network = 'instagram' WHERE id % 4 = 0");
    await db.run('UPDATE accounts SET user_id = 1, is_default = NULL, expires_at = NULL');
    await db.run('UPDATE subscriptions SET starts_at = 0, expires_at = ?', [NOW + 999 * DAY]);
    await insertRows(db, 'categories', 3, (n) => ({
      ...{ id: n, name: `C${n}`, is_active: n < 3 ? (1 as const) : (0 as const), created_at: 0 },
    }));
    accounts = await db.rows('SELECT * FROM accounts ORDER BY id');
    const draws = new Draws('library', 1);
    await insertRows(db, 'shared_videos', VIDEOS, (n) => ({
      ...{ category_id: draws.pick([1, 1, 2, 3, null]), title: `V${n}`, file_key: `${n}.mp4` },
      ...{ size_bytes: 1, width: 1, height: 1, created_at: draws.whole(0, VIDEOS) },
      deleted_at: draws.chance(0.05) ? 1 : null,
    }));
  });
  afterAll(() => dataSource.destroy());

  /** Everything that decides what goes out, anew. */
  async function draw(draws: Draws): Promise<void> {
    await db.run('DELETE FROM posts');
    await db.run('DELETE FROM library_uses');
    await db.run('UPDATE users SET can_use_shared_videos = ?, preferred_categories = ?, timezone = ?', [
      draws.chance(0.9) ? 1 : 0,
      draws.pick([null, '[1]', '[1,2]', '[2,1,3]', '[2]', '[3]']),
      draws.pick(['UTC', 'Europe/Berlin']),
    ]);
    // Many at the same instants.
    const busy = draws.chance(0.3);
    for (const { id } of accounts) {
      const times = draws.pick([['12:30'], ['00:10', '13:00', '18:00'], ['12:30', '12:31']]);
      const slots = [1, 2, 3, 4, 5, 6, 7].flatMap((day) => times.map((time) => ({ day, time })));
      await db.run(
        'UPDATE accounts SET posting = ?, slots = ?, upload_frequency = ?, paused_reason = ?, resumes_at = ? WHERE id = ?',
        [
          draws.pick(['frequency', 'frequency', 'slots']),
          JSON.stringify(slots),
          busy ? 5 : draws.pick([60, 61, 90]),
          draws.chance(0.1) ? 'No.' : null,
          draws.chance(0.1) ? NOW + DAY : null,
          id,
        ],
      );
    }
    accounts = await db.rows('SELECT * FROM accounts ORDER BY id');
    const waiting = draws.pick([0, 10, 60]);
    const posts = Array.from({ length: waiting }, () => post(draws, draws.pick(accounts)));
    await insertRows(db, 'posts', waiting, (n) => posts[n - 1]!);
    const uses = accounts.flatMap((account) => usesOf(draws, account));
    await insertRows(db, 'library_uses', uses.length, (n) => uses[n - 1]!);
  }

  /** Of none, of the first, of some or of all; of some before there was an account. */
  function usesOf(draws: Draws, { network, remote_id, id }: Row<'accounts'>): NewRow<'library_uses'>[] {
    const share = draws.pick([0, 0, 0.5, 0.99, 1]);
    const first = draws.chance(0.5) ? draws.whole(0, VIDEOS) : 0;
    const use = { user_id: 1, network, used_at: 0 };
    return Array.from({ length: VIDEOS }, (_none, n) => n + 1).flatMap((video) => {
      if (id <= 4 && id % 4 < 2 && video % 50 === 7) return { ...use, remote_id: '', shared_video_id: video };
      return video <= first || draws.chance(share) ? { ...use, remote_id, shared_video_id: video } : [];
    });
  }

  function post(draws: Draws, { id, network }: Row<'accounts'>): NewRow<'posts'> {
    const created_at = NOW - draws.whole(0, 200) * MINUTE;
    const at = NOW + draws.whole(-5, 2_000) * MINUTE;
    const kind = draws.pick(KINDS_OF[network]);
    const common = {
      ...{ user_id: 1, account_id: id, kind, network, title: 'P', format: formatIn(listOf(kind)).name },
      ...{ size_bytes: 1, width: 1, height: 1, created_at, stored_at: created_at },
    };
    switch (draws.whole(0, 4)) {
      case 0:
        return { ...common, status: 'published', published_at: NOW - draws.whole(0, 90) * MINUTE };
      case 1:
        return { ...common, status: 'pending', scheduled_for: at, due_at: at };
      case 2:
        return { ...common, status: 'pending', rests_until: at };
      case 3:
        return { ...common, status: 'processing', scheduled_for: null, due_at: NOW };
      default:
        return { ...common, status: 'pending' };
    }
  }

  /** Of all accounts, those of posting times last. */
  async function expected(until: number, accountId: number | undefined): Promise<Coming[]> {
    const categories = libraryFor(await ownerOf(db, 1, NOW));
    const found: Coming[] = [];
    for (const mode of ['frequency', 'slots'])
      for (const account of accounts.filter(({ posting }) => posting === mode)) {
        if (accountId !== undefined && account.id !== accountId) continue;
        for (const { queue, kindOf } of await services.get(PostingQueues).ofAccount(account, NOW, NOW)) {
          const library = queue.library.length > 0 ? await wholeLibrary(account, categories) : [];
          for (const slot of slotsToCome({ ...queue, library }, NOW)) {
            if (slot.at >= until) break;
            if (slot.why !== 'time') found.push({ ...slot, kind: kindOf(slot), account: account.id });
          }
        }
      }
    return found.sort((a, b) => a.at - b.at);
  }

  async function wholeLibrary({ network, remote_id }: Row<'accounts'>, categories: number[]) {
    const { val } = expressionBuilder<Tables>();
    const account = { userId: val(1), network: val(network), remoteId: val(remote_id) };
    return db.rows(unusedVideos(categories, account).select(['v.id', 'v.created_at as createdAt']));
  }

  it.each(Array.from({ length: STATES }, (_none, n) => n))(
    'show what would go out, state %i',
    async (seed) => {
      const draws = new Draws('library ahead', seed);
      await draw(draws);
      const from = NOW + draws.pick([-1, 0, 0.5, 1]) * DAY;
      const window = { from, to: from + draws.pick([1, 2, 3]) * DAY };
      for (const accountId of [undefined, draws.pick(accounts).id]) {
        const all = await expected(window.to, accountId);
        const inWindow = all.filter(({ at }) => at >= from);
        const shown = await services.get(CalendarSlots).within(1, { ...window, accountId });
        expect(shown.slots_until).toEqual(
          inWindow[MOST_SLOTS] && new Date(inWindow[MOST_SLOTS].at).toISOString(),
        );
        expect(
          shown.slots.map(({ kind, at, why, account_id, id, shared_video_id }) => [
            kind,
            at,
            why,
            account_id,
            id ?? shared_video_id,
          ]),
        ).toEqual(
          inWindow
            .slice(0, MOST_SLOTS)
            .sort((a, b) => KINDS.indexOf(a.kind as never) - KINDS.indexOf(b.kind as never))
            .map((slot) => [
              slot.kind,
              new Date(slot.at).toISOString(),
              slot.why,
              slot.account,
              'postId' in slot ? slot.postId : slot.sharedVideoId,
            ]),
        );
        await showsNext(accountId);
      }
    },
  );

  async function showsNext(accountId: number | undefined): Promise<void> {
    const { open } = await services.get(PostingQueues).ofUser(1, NOW, { accountId });
    const timed = queued(open, NOW).timed.map(({ id, at }) => ({ why: 'time', at: Math.max(at, 0), id }));
    const automatic = (await expected(NOW + 30 * DAY, accountId)).map((slot) => ({
      ...{ why: slot.why, at: slot.at, account: slot.account },
      ...('postId' in slot && { id: slot.postId }),
    }));
    const next = [...timed.sort((a, b) => a.at - b.at || a.id - b.id), ...automatic]
      .sort((a, b) => a.at - b.at)
      .slice(0, 3)
      .map(({ why, at, id, ...slot }: { why: string; at: number; id?: number; account?: number }) => [
        why,
        new Date(at).toISOString(),
        id ?? slot.account,
      ]);
    const shown = await services.get(UpcomingService).of({ id: 1 } as never, accountId);
    expect(shown.next.map(({ why, at, item, account }) => [why, at, item?.id ?? account?.id])).toEqual(next);
  }

  describe('with much that may go out on each account', () => {
    beforeAll(async () => {
      await db.run('DELETE FROM posts');
      await db.run('DELETE FROM library_uses');
      await db.run("UPDATE users SET can_use_shared_videos = 1, preferred_categories = '[1,2]'");
      await db.run(
        "UPDATE accounts SET posting = 'frequency', upload_frequency = 60, paused_reason = NULL, resumes_at = NULL",
      );
      const half = (VIDEOS * ACCOUNTS) / 2;
      await insertRows(db, 'library_uses', half, (n) =>
        use(accounts[n % ACCOUNTS]!, Math.ceil(n / ACCOUNTS)),
      );
      // One has no video left.
      await insertRows(db, 'library_uses', VIDEOS / 2, (n) => use(accounts[0]!, VIDEOS / 2 + n));
      if (name === 'MariaDB') await dataSource.query('ANALYZE TABLE library_uses');
    });

    const use = ({ network, remote_id }: Row<'accounts'>, shared_video_id: number) => ({
      ...{ user_id: 1, network, remote_id, shared_video_id, used_at: 0 },
    });

    const statementsFor = async (look: () => Promise<unknown>) => {
      const reading = jest.spyOn(db as unknown as { read: (statement: Statement) => unknown }, 'read');
      await look();
      const statements = reading.mock.calls.map(([{ sql }]) => sql);
      reading.mockRestore();
      const reads = (table: RegExp) => statements.filter((sql) => table.test(sql)).length;
      return [reads(/\bshared_videos\b/), reads(/\blibrary_uses\b/)];
    };
    const home = () => services.get(UpcomingService).of({ id: 1 } as never);
    const day = () =>
      services.get(CalendarSlots).within(1, { from: NOW, to: NOW + DAY, accountId: undefined });

    it('is read once for all accounts, and the uses of those that are shown', async () => {
      // Both pieces are read for the one that has no video left, and another one is asked in its place.
      expect(await statementsFor(home)).toEqual([2, 2 + 3]);
    });

    it('finds the uses of an account among those of all others', async () => {
      const plans = new Explainer(db, name);
      await home();
      await day();
      plans.stop();
      const within = 'user_id=? AND network=? AND remote_id=? AND shared_video_id>? AND shared_video_id<?';
      expect(plans.waysTo('library_uses')).toEqual([
        name === 'SQLite'
          ? `library_uses by sqlite_autoindex_library_uses_1 (${within})`
          : 'library_uses by PRIMARY',
      ]);
    });
  });
});

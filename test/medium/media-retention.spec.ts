import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import { MediaRetention } from '../../backend/publishing/housekeeping/media-retention';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, insertRows } from '../support/many-accounts';
import { Explainer } from '../support/query-plans';
import { servicesOn } from '../support/services';

const DAY_MS = 86_400_000;
const TEXTS = 450;
const FILMS = 5;
const FIRST_FILM = 1_000;
const FRESH = 2_000;

/** A round costs what has ended since the last one, however many posts there are. */
eachDatabase((name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let retention: MediaRetention;

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    await addAccounts(db, 1);
    const now = Date.now();
    await addEnded(1, TEXTS, now - 30 * DAY_MS, null);
    await addEnded(FIRST_FILM, FILMS, now - 20 * DAY_MS, 'film');
    await addEnded(FRESH, 1, now - DAY_MS, null);
    await addEnded(FRESH + 1, 1, now - DAY_MS, 'fresh');
    retention = servicesOn({ db, dataSource }).get(MediaRetention);
  });
  afterAll(() => dataSource.destroy());

  const addEnded = (first: number, count: number, idleSince: number, file: string | null) =>
    insertRows(db, 'posts', count, (n) => ({
      id: first + n - 1,
      user_id: 1,
      account_id: 1,
      kind: file ? ('video' as const) : ('text' as const),
      network: 'facebook' as const,
      format: file ? ('video' as const) : ('text' as const),
      title: 'Gone out',
      status: n % 2 ? ('published' as const) : ('failed' as const),
      file_key: file && `${file}${n}.mp4`,
      size_bytes: file ? 1000 : 0,
      width: 0,
      height: 0,
      published_at: idleSince,
      idle_since: idleSince + n,
      created_at: idleSince,
    }));

  const ids = async (condition: string) =>
    (await db.rows<{ id: number }>(`SELECT id FROM posts WHERE ${condition} ORDER BY id`)).map(
      ({ id }) => id,
    );

  it('ends the retention of all old posts, with a file or without', async () => {
    await retention.run();
    expect(await ids('file_key IS NOT NULL')).toEqual([FRESH + 1]);
    expect(await ids('idle_since IS NOT NULL')).toEqual([FRESH, FRESH + 1]);
  });

  it('reads none of them again in the next round', async () => {
    const read: unknown[][] = [];
    const rows = db.rows.bind(db) as (...given: unknown[]) => Promise<unknown[]>;
    const spy = jest.spyOn(db, 'rows').mockImplementation(async (...given: unknown[]) => {
      const found = await rows(...given);
      read.push(found);
      return found;
    });
    const plans = new Explainer(db, name);
    await retention.run();
    plans.stop();
    spy.mockRestore();
    expect(read).toEqual([[]]);
    expect(plans.plans.map(({ text }) => text)).toEqual([expect.stringContaining('posts_ended')]);
    expect(await db.row('SELECT COUNT(*) AS n FROM posts')).toEqual({ n: TEXTS + FILMS + 2 });
  });

  it('leaves a post without a file alone that was retried meanwhile', async () => {
    await db.run('UPDATE posts SET idle_since = ? WHERE id IN (1, 2)', [Date.now() - 8 * DAY_MS]);
    const rows = db.rows.bind(db) as (...given: unknown[]) => Promise<unknown[]>;
    const spy = jest.spyOn(db, 'rows').mockImplementationOnce(async (...given: unknown[]) => {
      const found = await rows(...given);
      await db.run('UPDATE posts SET idle_since = ? WHERE id = 2', [Date.now()]);
      return found;
    });
    await retention.run();
    spy.mockRestore();
    expect(await ids('idle_since IS NOT NULL')).toEqual([2, FRESH, FRESH + 1]);
  });
});

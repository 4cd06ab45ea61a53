import { Readable } from 'node:stream';
import type { Exchange, Exchanger } from '../../backend/ports/networks/meta/http-exchange';
import { MetaNetworks } from '../../backend/ports/networks/meta/meta-networks';
import { Storage } from '../../backend/ports/storage/storage';
import { Clock } from '../../backend/common/time/clock';
import type { Database } from '../../backend/database/database';
import { DuePosts } from '../../backend/publishing/publisher/due-posts';
import { openDatabase, scratchSqlite } from '../support/databases';
import { eventually } from '../support/eventually';
import { addAccounts, addPosts, bringUpToDate } from '../support/many-accounts';
import { InstantStorage, servicesOn } from '../support/services';
import type { Container } from '../simulation/container';

const ORIGIN = 'https://graph.example';
const PLACES = 64;
const WAITING = 20;
/** Ten seconds until those that wait are given back, and five until they may be taken again. */
const PATIENCE_MS = 30_000;

const answered = (body: object): Exchange => ({
  kind: 'answered',
  status: 200,
  headers: {},
  text: JSON.stringify(body),
});

const NOTHING_SENT = {
  video_status: 'uploading',
  uploading_phase: { status: 'in_progress', bytes_transferred: 0 },
  processing_phase: { status: 'not_started' },
  publishing_phase: { status: 'not_started' },
};

/** Opens sessions at once, and takes bytes only when it is told to. */
class SlowMeta {
  readonly transfers: (() => void)[] = [];
  private started = 0;

  readonly exchange: Exchanger = async ({ method, body }) => {
    if (method === 'GET') return answered({ status: NOTHING_SENT, published: false });
    if (body instanceof Readable) await new Promise<void>((resolve) => this.transfers.push(resolve));
    else if (String(body).includes('start'))
      return answered({ video_id: String(++this.started), upload_url: `${ORIGIN}/bytes` });
    return answered({ success: true });
  };
}

class SmallFiles extends InstantStorage {
  open(): Promise<Readable> {
    return Promise.resolve(Readable.from([Buffer.alloc(1000)]));
  }
}

describe('more posts than places to send from', () => {
  const { make, clean } = scratchSqlite();
  let db: Database;
  let close: () => Promise<void>;
  let open: Awaited<ReturnType<typeof openDatabase>>;
  const running: Container[] = [];

  beforeEach(async () => {
    open = await openDatabase(await make());
    db = open.db;
    close = () => open.dataSource.destroy();
    await addAccounts(db, PLACES + WAITING);
    await addPosts(db, { count: PLACES + WAITING, accounts: PLACES + WAITING, dueAt: Date.now() - 1_000 });
    await db.run("UPDATE posts SET format = 'reel'");
    await bringUpToDate(db);
    await db.run('UPDATE accounts SET next_due_at = ?', [Date.now() - 1_000]);
  });
  afterEach(async () => {
    for (const services of running.splice(0)) await services.get(DuePosts).beforeApplicationShutdown();
    await close();
  });
  afterAll(clean);

  const publisher = () => {
    const meta = new SlowMeta();
    const networks = new MetaNetworks(
      { graphUrl: ORIGIN, ruploadUrl: ORIGIN, version: 'v26.0' },
      new Clock(),
      meta.exchange,
    );
    const env = { PUBLISH_CONCURRENCY: '1024', SHUTDOWN_GRACE_SECONDS: '1' };
    const services = servicesOn({ ...open, networks, env, more: [[Storage, new SmallFiles()]] });
    running.push(services);
    services.get(DuePosts).onApplicationBootstrap();
    return { meta, services };
  };
  const sends = (meta: SlowMeta, count: number) =>
    eventually(
      () => Promise.resolve(meta.transfers.length),
      (length) => length >= count,
      PATIENCE_MS,
    );
  /** Posts by whether they are leased. */
  const leased = async () => {
    const rows = await db.rows<{ leased: number; tries: number; status: string }>(
      'SELECT locked_by IS NOT NULL AS leased, tries, status FROM posts',
    );
    return { held: rows.filter((row) => row.leased), free: rows.filter((row) => !row.leased) };
  };

  it('are given back without a try, and sent by another publisher', async () => {
    const first = publisher();
    await sends(first.meta, PLACES);
    await eventually(leased, ({ free }) => free.length === WAITING, PATIENCE_MS);
    expect(new Set((await leased()).free.map(({ status, tries }) => `${status} ${tries}`))).toEqual(
      new Set(['pending 0']),
    );
    const second = publisher();
    await sends(second.meta, 1);
    expect(first.meta.transfers).toHaveLength(PLACES);
  });

  it('are given back at once when the process stops, which sends no more of them', async () => {
    const { meta, services } = publisher();
    await sends(meta, PLACES);
    await eventually(leased, ({ held }) => held.length === PLACES + WAITING);
    const stopped = services.get(DuePosts).beforeApplicationShutdown();
    await eventually(leased, ({ free }) => free.length === WAITING);
    for (const transfer of meta.transfers.slice(0, 10)) transfer();
    await stopped;
    expect(meta.transfers).toHaveLength(PLACES);
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../backend/database/database';
import type { Networks } from '../../backend/ports/networks/network';
import { DuePosts } from '../../backend/publishing/publisher/due-posts';
import { InstantNetworks, servicesOn } from '../../test/support/services';
import { pageOf } from '../../test/support/many-accounts';
import type { Installation } from './installation';

const LOOK_MS = 250;

/** A publisher at work, as the product has it: 32 posts at once or more, a look each second and after each post. */
async function whilePublishing<T>(
  { db, dataSource }: Installation,
  networks: Networks,
  work: (publisher: DuePosts) => Promise<T>,
): Promise<T> {
  const publisher = servicesOn({ db, dataSource, networks }).get(DuePosts);
  publisher.onApplicationBootstrap();
  try {
    return await work(publisher);
  } finally {
    await publisher.beforeApplicationShutdown();
  }
}

/** Counts what is published, and when. */
class CountingNetworks extends InstantNetworks {
  readonly at: number[] = [];

  protected override answer(): Promise<void> {
    this.at.push(performance.now());
    return Promise.resolve();
  }
}

/** @returns posts a second: all of them, and by quarters of their number. */
export async function pace(
  installation: Installation,
  due: number,
): Promise<{ all: number; quarters: number[]; parts: number[] }> {
  const networks = new CountingNetworks();
  await whilePublishing(installation, networks, async () => {
    while (networks.at.length < due) await pause(LOOK_MS);
  });
  const { at } = networks;
  const rate = (from: number, to: number) => ((to - from) * 1000) / (at[to]! - at[from]!);
  const quarter = Math.floor(due / 4);
  const quarters = [0, 1, 2, 3].map((n) => rate(n * quarter, (n + 1) * quarter - 1));
  const steps = Array.from({ length: 20 }, (_, n) => Math.floor((n * (due - 1)) / 20));
  const parts = steps.slice(1).map((to, n) => rate(steps[n]!, to));
  return { all: rate(0, due - 1), quarters, parts };
}

/** Answers each account after a time of its own; tells when it was asked. */
class SlowNetworks extends InstantNetworks {
  readonly askedAt = new Map<string, number[]>();
  /** Whatever is asked is answered then. */
  end!: () => void;
  private readonly ended = new Promise<void>((resolve) => (this.end = resolve));

  constructor(private readonly delays: ReadonlyMap<string, number>) {
    super();
  }

  protected override async answer(accountId: string): Promise<void> {
    this.askedAt.set(accountId, [...(this.askedAt.get(accountId) ?? []), Date.now()]);
    await Promise.race([pause(this.delays.get(accountId) ?? 0, undefined, { ref: false }), this.ended]);
  }
}

export interface Neighbours {
  accounts: number;
  postsEach: number;
  callMs: number;
}

const HEALTHY_AFTER_MS = 2_000;
const MOST_LATE_MS = 60_000;

/**
 * Accounts whose posts have been due for a minute, and one whose post becomes due meanwhile. @returns how late the
 * network was asked for that one
 */
export async function latenessBeside(
  installation: Installation,
  { accounts, postsEach, callMs }: Neighbours,
): Promise<number> {
  const { db, size } = installation;
  const healthy = size.accounts;
  const delays = new Map(Array.from({ length: accounts }, (_, n) => [pageOf(n + 1), callMs]));
  const networks = new SlowNetworks(delays);
  for (let n = 1; n <= accounts; n++) await nextPostsDue(db, n, postsEach, Date.now() - 60_000);
  const dueAt = Date.now() + HEALTHY_AFTER_MS;
  await nextPostsDue(db, healthy, 1, dueAt);
  return whilePublishing(installation, networks, async () => {
    const until = dueAt + MOST_LATE_MS;
    while (!networks.askedAt.has(pageOf(healthy)) && Date.now() < until) await pause(20);
    networks.end();
    return (networks.askedAt.get(pageOf(healthy))?.[0] ?? until) - dueAt;
  });
}

async function nextPostsDue(db: Database, account: number, count: number, at: number): Promise<void> {
  const posts = await db.rows<{ id: number }>(
    "SELECT id FROM posts WHERE account_id = ? AND status = 'pending' ORDER BY due_at LIMIT ?",
    [account, count],
  );
  for (const { id } of posts)
    await db.run('UPDATE posts SET scheduled_for = ?, due_at = ? WHERE id = ?', [at, at, id]);
  await db.run('UPDATE accounts SET turn = NULL, next_due_at = ? WHERE id = ?', [at, account]);
}

import { AccountTurns } from '../../backend/accounts/turns/account-turns';
import { Database } from '../../backend/database/database';
import { Metrics } from '../../backend/health/metrics';
import { Claims, type Claim } from '../../backend/publishing/publisher/claims';
import { NextPosts } from '../../backend/publishing/publisher/next-posts';
import { Publisher } from '../../backend/publishing/publisher/publisher';
import { Settlement } from '../../backend/publishing/publisher/settlement';
import type { Container } from '../../test/simulation/container';

const FREE_SLOTS = 32;
const WARM_UP = 20;

/** How long each took, in milliseconds, without those that warm up. */
async function timed(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let round = -WARM_UP; round < rounds; round++) {
    const begun = performance.now();
    await work();
    if (round >= 0) took.push(performance.now() - begun);
  }
  return took;
}

/** As the publisher looks: who comes next, and when the next one is due. */
export function looks(services: Container, rounds: number): Promise<number[]> {
  const [next, line] = [services.get(NextPosts), services.get(AccountTurns)];
  return timed(rounds, async () => {
    await next.accounts(FREE_SLOTS);
    await line.nextDue();
  });
}

export function scrapes(services: Container, rounds: number): Promise<number[]> {
  return timed(rounds, () => services.get(Metrics).exposition());
}

export interface Taken {
  claim: Span[];
  renew: Span[];
  settle: Span[];
  release: Span[];
}

/** What one of them took, and of how many statements it is. */
export interface Span {
  ms: number;
  statements: number;
}

/** Of posts that are due: half of them are settled, half are given back. */
export async function takes(services: Container, rounds: number): Promise<Taken> {
  const took: Taken = { claim: [], renew: [], settle: [], release: [] };
  const [claims, settlement] = [services.get(Claims), services.get(Settlement)];
  const owner = services.get(Publisher).name;
  const counter = countStatements(services.get(Database));
  const time = async <T>(to: Span[], work: () => Promise<T>): Promise<T> => {
    const [begun, before] = [performance.now(), counter.count];
    const done = await work();
    to.push({ ms: performance.now() - begun, statements: counter.count - before });
    return done;
  };
  for (let round = 0; round < rounds; round++) {
    const [account] = await services.get(NextPosts).accounts(1);
    const claim = await time(took.claim, () => claims.take(account?.id ?? 0, owner));
    if (!claim) throw new Error('nothing was due');
    await time(took.renew, () => claims.renew(claim));
    const published = { kind: 'published', remoteId: `9${round}` } as const;
    const isDone = await (round % 2
      ? time(took.settle, () => settlement.settle(claim, spokenTo(claim), published))
      : time(took.release, () => claims.giveBack(claim, { toUser: false })));
    if (!isDone) throw new Error('the lease was lost');
  }
  counter.stop();
  return took;
}

/** From now on, of this database. */
function countStatements(db: Database): { count: number; stop: () => void } {
  const inner = db as unknown as Record<string, (given: unknown) => Promise<unknown>>;
  const methods = ['read', 'write', 'add', 'unit'];
  const stop = () => methods.forEach((method) => Reflect.deleteProperty(inner, method));
  const counter = { count: 0, stop };
  for (const method of methods) {
    const call = inner[method]!.bind(db);
    inner[method] = (given) => {
      counter.count += [given].flat().length;
      return call(given);
    };
  }
  return counter;
}

const spokenTo = ({ remoteId, account }: Claim) => ({
  accountId: remoteId,
  sealed: account.token ?? '',
  token: 'known',
});

/**
 * The first post of so many accounts, unless it is gone, as if they had waited for `waitedMs`. @returns how many are due
 */
export async function makeDue(db: Database, accounts: number, waitedMs: number): Promise<number> {
  const at = Date.now() - waitedMs;
  const due = await db.run(
    `UPDATE posts SET scheduled_for = ? + id % 1000, due_at = ? + id % 1000 WHERE id <= ? AND status = 'pending'`,
    [at, at, accounts],
  );
  await db.run('UPDATE accounts SET turn = NULL, next_due_at = ? + id % 1000 WHERE id <= ?', [at, accounts]);
  return due;
}

/** Nothing is due again. */
export async function makeWait(db: Database): Promise<void> {
  const later = Date.now() + 86_400_000;
  await db.run(
    `UPDATE posts SET status = 'pending', locked_by = NULL, scheduled_for = ?, due_at = ? WHERE due_at <= ?`,
    [later, later, Date.now() + 3_600_000],
  );
  await db.run(
    `UPDATE accounts SET turn = NULL, held_by = NULL, held_until = NULL, served_at = NULL, next_due_at = ?
      WHERE next_due_at <= ? OR turn IS NOT NULL OR held_by IS NOT NULL`,
    [later, Date.now() + 3_600_000],
  );
}

import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { Counts } from '../../backend/common/metrics/counts';
import type { Database } from '../../backend/database/database';
import { NOT_CONFIRMED, type Outcome, type PublishJob } from '../../backend/ports/networks/network';
import { Storage, StorageAway } from '../../backend/ports/storage/storage';
import { MissedPosts } from '../../backend/publishing/publisher/missed-posts';
import { Publisher } from '../../backend/publishing/publisher/publisher';
import type { Container } from '../simulation/container';
import { openDatabase, scratchSqlite } from '../support/databases';
import { addAccounts, addPosts, bringUpToDate } from '../support/many-accounts';
import { InstantNetworks, servicesOn } from '../support/services';

const A_MINUTE_MS = 60_000;
const SESSION = { protocol: 'x', remoteId: '1' };

/** Answers what a test tells it to, after one call. */
class ToldNetworks extends InstantNetworks {
  outcome: Outcome | Error = { kind: 'published', remoteId: '1' };
  beforeAnswer: () => Promise<unknown> = () => Promise.resolve();

  override async publish(_network: string, { ledger, session }: PublishJob): Promise<Outcome> {
    const receipt = await ledger.begin('start', session);
    await ledger.finish(receipt, { outcome: 'done' });
    await this.beforeAnswer();
    if (this.outcome instanceof Error) throw this.outcome;
    return this.outcome;
  }
}

const { make, clean } = scratchSqlite();
let db: Database;
let dataSource: DataSource;
let services: Container;
let networks: ToldNetworks;

beforeEach(async () => {
  ({ db, dataSource } = await openDatabase(await make()));
  await dataSource.query('PRAGMA synchronous = OFF');
  await addAccounts(db, 1);
  await addPosts(db, { count: 1, accounts: 1, dueAt: Date.now() - 5 * A_MINUTE_MS });
  await db.run('UPDATE subscriptions SET created_at = 1, starts_at = 1');
  await db.run('UPDATE accounts SET verified_at = 1');
  await bringUpToDate(db);
  networks = new ToldNetworks();
  services = servicesOn({ db, dataSource, networks });
  jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await dataSource.destroy();
});
afterAll(clean);

const publish = () => services.get(Publisher).publish(1);

/** The outcomes that were counted, and how often. */
const counted = () =>
  services
    .get(Counts)
    .samples()
    .filter(({ metric, value }) => metric === 'pagecast_publications_total' && value > 0)
    .map(({ labels, value }) => [labels.network, labels.outcome, value]);

const late = (le: number | '+Inf') =>
  services
    .get(Counts)
    .samples()
    .find(({ metric, part, labels }) => {
      return metric === 'pagecast_lateness_seconds' && part === '_bucket' && labels.le === le;
    })?.value;

describe('what is counted of a publication', () => {
  it.each<[string, Outcome | Error]>([
    ['published', { kind: 'published', remoteId: '9' }],
    ['refused', { kind: 'refused', reason: 'No.' }],
    ['not_confirmed', { kind: 'refused', reason: NOT_CONFIRMED }],
    ['waiting', { kind: 'waiting', session: SESSION, askAgainMs: 1000, live: false }],
    ['unconfirmed', { kind: 'unknown', session: SESSION, askAgainMs: 1000, reason: '?' }],
    ['retried', { kind: 'busy', session: null, reason: 'Later.' }],
    ['retried', new Error('a bug')],
    ['rate_limited', { kind: 'account', session: null, action: 'wait', untilMs: 1, reason: 'Later.' }],
    ['reconnect', { kind: 'account', session: null, action: 'reconnect', reason: 'No.' }],
  ])('is its outcome: %s', async (name, outcome) => {
    networks.outcome = outcome;
    expect(await publish()).toBe(true);
    expect(counted()).toEqual([['facebook', name, 1]]);
  });

  it('is that all tries are used up, or that it may be public nevertheless', async () => {
    await db.run('UPDATE posts SET tries = 8');
    expect(await publish()).toBe(true);
    await db.run(
      "UPDATE posts SET status = 'uploaded', due_at = 1, tries = 8, remote_session = ?, failed_at = NULL",
      [JSON.stringify({ ...SESSION, intentAt: 1 })],
    );
    expect(await publish()).toBe(true);
    expect(counted()).toEqual([
      ['facebook', 'used_up', 1],
      ['facebook', 'not_confirmed', 1],
    ]);
  });

  it('is that it was missed, whether a publisher had begun it or not', async () => {
    const change = 'UPDATE posts SET status = ?, scheduled_for = 1, due_at = 1';
    await db.run(change, ['pending']);
    expect(await publish()).toBe(true);
    await db.run(change, ['pending']);
    await services.get(MissedPosts).endMissed();
    await services.get(MissedPosts).endMissed();
    expect(counted()).toEqual([['facebook', 'missed', 2]]);
  });

  it('is the loss of the lease, and nothing else, where another process has the post', async () => {
    networks.beforeAnswer = () => db.run('UPDATE posts SET fence = fence + 1');
    expect(await publish()).toBe(true);
    expect(counted()).toEqual([['facebook', 'lease_lost', 1]]);
  });

  it('is that the storage was away', async () => {
    networks.outcome = new StorageAway();
    const presence = jest.spyOn(services.get(Storage), 'presence');
    networks.beforeAnswer = () => Promise.resolve(presence.mockResolvedValue('away'));
    expect(await publish()).toBe(true);
    expect(counted()).toEqual([['facebook', 'storage_away', 1]]);
  });
});

describe('the lateness of a publication', () => {
  it('runs from its time to its first call, once', async () => {
    networks.outcome = { kind: 'busy', session: null, reason: 'Later.' };
    await publish();
    expect([late(60), late(300), late(1800)]).toEqual([0, 0, 1]);
    await db.run('UPDATE posts SET due_at = 1');
    await publish();
    expect(late('+Inf')).toBe(1);
  });

  it.each([
    ['its account was connected', 'UPDATE accounts SET verified_at = ?'],
    ['the pause of its account ended', "UPDATE accounts SET paused_reason = 'Later.', resumes_at = ?"],
    ['its plan began', 'UPDATE subscriptions SET starts_at = ?'],
    ['its plan was given', 'UPDATE subscriptions SET created_at = ?'],
  ])('runs from when %s, if that was later', async (_what, change) => {
    await db.run(change, [Date.now() - 2 * A_MINUTE_MS]);
    await publish();
    expect([late(60), late(300)]).toEqual([0, 1]);
  });

  it.each([
    ['that failed before and was brought back', 'UPDATE posts SET failed_at = 1'],
    ['whose holder died', 'UPDATE posts SET tries = 1'],
    ['that was begun before its account was paused', "UPDATE posts SET posted_text = 'Hello'"],
    ['under way', "UPDATE posts SET status = 'processing'"],
    ['on an account that was never verified', 'UPDATE accounts SET verified_at = NULL'],
  ])('is not measured of a post %s', async (_what, change) => {
    await db.run(change);
    await publish();
    expect(late('+Inf')).toBe(0);
    expect(counted()).toEqual([['facebook', 'published', 1]]);
  });

  it('is never less than nothing, although another clock is ahead', async () => {
    await db.run('UPDATE accounts SET verified_at = ?', [Date.now() + A_MINUTE_MS]);
    await publish();
    expect(late(0.05)).toBe(1);
    expect(
      services
        .get(Counts)
        .samples()
        .filter(({ value }) => value < 0),
    ).toEqual([]);
  });
});

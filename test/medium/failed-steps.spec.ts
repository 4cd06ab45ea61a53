import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import {
  NOT_CONFIRMED,
  type MetaCode,
  type Outcome,
  type PublishJob,
  type StepResult,
} from '../../backend/ports/networks/network';
import { MissedPosts } from '../../backend/publishing/publisher/missed-posts';
import { Publisher } from '../../backend/publishing/publisher/publisher';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, addPosts, bringUpToDate } from '../support/many-accounts';
import { InstantNetworks, servicesOn } from '../support/services';

const REJECTED: MetaCode = { code: 1363040, subcode: 7, traceId: 'AbC' };
const SESSION = { protocol: 'x', remoteId: '1' };
const INTERRUPTED = 'Something went wrong here while this was posted. All tries are used up. Retry it later.';

/** Makes one call that ends as a test tells it to, and answers what the test tells it to. */
class ToldNetworks extends InstantNetworks {
  call?: StepResult = { outcome: 'done' };
  outcome: Outcome = { kind: 'refused', reason: 'No.' };

  override async publish(_network: string, { ledger, session }: PublishJob): Promise<Outcome> {
    if (this.call) await ledger.finish(await ledger.begin('publish', session), this.call);
    return this.outcome;
  }
}

eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let services: Container;
  let networks: ToldNetworks;

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    await addAccounts(db, 1);
    await addPosts(db, { count: 1, accounts: 1, dueAt: Date.now() });
    await db.run('UPDATE subscriptions SET created_at = 1, starts_at = 1');
    await bringUpToDate(db);
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  });
  beforeEach(async () => {
    await db.run('DELETE FROM publish_steps');
    await again();
    networks = new ToldNetworks();
    services = servicesOn({ db, dataSource, networks });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await dataSource.destroy();
  });

  const again = (change = 'tries = 0, remote_session = NULL', params: string[] = []) =>
    db.run(`UPDATE posts SET status = 'scheduled', due_at = 1, scheduled_for = NULL, ${change}`, params);

  const publish = async () => {
    expect(await services.get(Publisher).publish(1)).toBe(true);
    expect(await db.rows('SELECT status FROM posts')).toEqual([{ status: 'failed' }]);
  };

  const steps = () =>
    db.rows('SELECT step, outcome, message, code, subcode, trace_id FROM publish_steps ORDER BY id');

  const step = (name: string, outcome: string, message: string | null = null, numbers: MetaCode = {}) => {
    const { code = null, subcode = null, traceId = null } = numbers;
    return { step: name, outcome, message, code, subcode, trace_id: traceId };
  };

  it('tell of a film that was accepted, and rejected while it was processed', async () => {
    networks.outcome = { kind: 'refused', reason: 'It is too long.', code: REJECTED };
    await publish();
    expect(await steps()).toEqual([
      step('publish', 'done'),
      step('result', 'failed', 'It is too long.', REJECTED),
    ]);
    const [last] = await db.rows<{ took: number }>(
      'SELECT finished_at - started_at AS took FROM publish_steps ORDER BY id DESC LIMIT 1',
    );
    expect(last?.took).toBe(0);
  });

  it('are not told twice of a call that was refused, whatever words it was told in', async () => {
    networks.call = { outcome: 'failed', message: '(#100) Too long', ...REJECTED };
    const reason = 'It is too long. Meta’s words: (#100) Too long';
    networks.outcome = { kind: 'refused', reason, code: REJECTED };
    await publish();
    networks.call = { outcome: 'failed', message: 'The media file is missing.' };
    networks.outcome = { kind: 'refused', reason: 'The media file is missing.' };
    await again();
    await publish();
    expect(await steps()).toEqual([
      step('publish', 'failed', '(#100) Too long', REJECTED),
      step('publish', 'failed', 'The media file is missing.'),
    ]);
  });

  it('tell of a post that fails without a call, each time', async () => {
    networks.call = undefined;
    await publish();
    await again();
    await publish();
    expect(await steps()).toEqual([step('result', 'failed', 'No.'), step('result', 'failed', 'No.')]);
  });

  it('tell that nobody knows, although the last reading failed', async () => {
    networks.call = { outcome: 'failed', message: 'The network could not be reached.' };
    networks.outcome = { kind: 'refused', reason: NOT_CONFIRMED };
    await publish();
    expect(await steps()).toEqual([
      step('publish', 'failed', 'The network could not be reached.'),
      step('result', 'failed', NOT_CONFIRMED),
    ]);
  });

  it('tell of the last try, and of one that was interrupted each time', async () => {
    networks.outcome = { kind: 'busy', session: null, reason: 'Later', code: { code: 2 } };
    await again('tries = 7');
    await publish();
    await again('tries = 9');
    await publish();
    await again('tries = 9, remote_session = ?', [JSON.stringify({ ...SESSION, intentAt: 1 })]);
    await publish();
    expect(await steps()).toEqual([
      step('publish', 'done'),
      step('result', 'failed', 'Later. All tries are used up. Retry it later.', { code: 2 }),
      step('result', 'failed', INTERRUPTED),
      step('result', 'failed', NOT_CONFIRMED),
    ]);
  });

  it('tell of a post that was missed, whether a publisher had it or not', async () => {
    await again('scheduled_for = 1');
    await publish();
    await db.run("UPDATE posts SET status = 'pending', due_at = 1");
    await services.get(MissedPosts).endMissed();
    await services.get(MissedPosts).endMissed();
    const missed = step('result', 'failed', expect.stringMatching(/^Missed: /) as never);
    expect(await steps()).toEqual([missed, missed]);
  });
});

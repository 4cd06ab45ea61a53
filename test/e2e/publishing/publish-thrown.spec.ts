import { Database } from '../../../backend/database/database';
import { LeaseLost, Networks } from '../../../backend/ports/networks/network';
import { Storage } from '../../../backend/ports/storage/storage';
import { Publisher } from '../../../backend/publishing/publisher/publisher';
import { eventually } from '../../support/eventually';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

let harness: PublishingHarness;
let account: ConnectedUser;
afterEach(() => harness.end());

async function begin(env: Record<string, string> = {}): Promise<void> {
  harness = await PublishingHarness.start({ env });
  account = await harness.addUser();
}

const part = <T>(token: abstract new (...args: any[]) => T): T => harness.app.running.nest.get(token as any);

async function keyOf(id: number): Promise<string> {
  const row = await part(Database).row<{ file_key: string }>('SELECT file_key FROM posts WHERE id = ?', [id]);
  return row?.file_key ?? '';
}

describe('work that throws', () => {
  it('is a try: the waits grow, the account’s others pass, and then it has failed with a word', async () => {
    await begin();
    const at = new Date(harness.now() + 60_000);
    const broken = await harness.post(account, 'Broken', { at });
    const key = await keyOf(broken);
    const storage = part(Storage);
    const stat = storage.stat.bind(storage);
    let tries = 0;
    storage.stat = (wanted) => {
      if (wanted !== key) return stat(wanted);
      tries++;
      return Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
    };
    harness.forward(61_000);
    await harness.untilIdle(broken);
    expect(await harness.row(broken)).toMatchObject({ status: 'scheduled', tries: 1 });
    const next = await harness.post(account, 'Next');
    expect((await harness.runToEnd(account, next)).status).toBe('published');
    const begunAt = harness.now();
    expect(await harness.runToEnd(account, broken)).toMatchObject({
      status: 'failed',
      upload_error: 'Something went wrong here while this was posted. All tries are used up. Retry it later.',
    });
    expect(tries).toBe(8);
    expect(harness.now() - begunAt).toBeGreaterThan(40 * 60_000);
    expect([await harness.tasksUsed(account), harness.fake.violations()]).toEqual([0, []]);
  });

  it('goes on from where it was, once it no longer does', async () => {
    await begin();
    const networks = part(Networks);
    const publish = networks.publish.bind(networks);
    let thrown = 0;
    networks.publish = async (name, job) => {
      const finish = job.ledger.finish.bind(job.ledger);
      job.ledger.finish = async (receipt, result, session) => {
        await finish(receipt, result, session);
        if (session?.uploaded && thrown++ < 3) throw new Error('a bug');
      };
      return publish(name, job);
    };
    const id = await harness.post(account, 'Bug');
    expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(harness.calls(account.page, 'reels.start', 'reels.bytes', 'reels.finish')).toEqual([1, 1, 1]);
    expect(harness.fake.violations()).toEqual([]);
  });

  it('never fails a post for another reason after the public call', async () => {
    await begin();
    const networks = part(Networks);
    const publish = networks.publish.bind(networks);
    networks.publish = async (name, job) => {
      await publish(name, job);
      throw new Error('a bug');
    };
    const id = await harness.post(account, 'Out, but who knows');
    const item = await harness.runToEnd(account, id);
    expect([item.status, harness.fake.published().length]).toEqual(['failed', 1]);
    expect(item.upload_error).toMatch(/could not be confirmed.*check your page before retrying/);
    expect(harness.calls(account.page, 'reels.finish')).toEqual([1]);
  });
});

describe('a lease that ended with its process', () => {
  it('is a try, however often; a lease given back is none', async () => {
    await begin({ ROLE: 'api' });
    const publisher = part(Publisher);
    const db = part(Database);
    const id = await harness.post(account, 'Killer');
    const { account_id: accountId } = (await db.row<{ account_id: number }>(
      'SELECT account_id FROM posts WHERE id = ?',
      [id],
    ))!;
    // Killed while it works: what a process leaves behind that nobody hears of again.
    const die = () =>
      db.run("UPDATE posts SET locked_by = 'gone', status = 'processing', due_at = ? WHERE id = ?", [
        harness.now(),
        id,
      ]);
    const hung: (() => void)[] = [];
    part(Networks).publish = () => new Promise((_, reject) => hung.push(() => reject(new LeaseLost())));
    for (let n = 1; n <= 8; n++) {
      await die();
      void publisher.publish(accountId);
      while ((await harness.row(id)).locked_by === 'gone')
        await new Promise((resolve) => setTimeout(resolve, 5));
      if (n === 4) await publisher.stop();
      if (n === 4) expect(await harness.row(id)).toMatchObject({ locked_by: null, tries: 4 });
      harness.forward(31_000);
    }
    const item = await eventually(
      () => harness.item(account, id),
      ({ status }) => status !== 'processing',
    );
    expect(item).toMatchObject({
      status: 'failed',
      upload_error: 'Something went wrong here while this was posted. All tries are used up. Retry it later.',
    });
    // Their leases would be renewed beside later tests.
    for (const end of hung) end();
    await eventually(
      () => Promise.resolve(publisher.count),
      (count) => count === 0,
    );
  });
});

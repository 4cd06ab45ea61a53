import { setTimeout as pause } from 'node:timers/promises';
import { Database } from '../../../backend/database/database';
import { Claims } from '../../../backend/publishing/publisher/claims';
import { eventually } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

jest.setTimeout(90_000);

const HOUR = 3_600_000;
const KEYS = {
  JWT_SECRET: 'a secret of more than 32 characters',
  ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
};

eachDatabase((_, makeConfig) => {
  let harness: PublishingHarness;
  let account: ConnectedUser;
  beforeEach(async () => {
    const config = await makeConfig();
    const env = config.kind === 'mysql' ? { ...KEYS, DATABASE_URL: config.url } : undefined;
    harness = await PublishingHarness.start({ env });
    account = await harness.addUser();
  });
  afterEach(() => harness.end());

  const captions = () => harness.fake.published().map(({ caption }) => caption);
  const db = () => harness.app.running.nest.get(Database);

  /** The post's first try fails, and the plan ends before the next one. */
  async function failsAt(call: 'reels.start' | 'reels.finish', title: string): Promise<number> {
    harness.fake.fault({ on: call, do: { status: 500, body: '{}' } });
    const id = await harness.post(account, title);
    expect((await harness.untilIdle(id)).status).toMatch(/^(scheduled|uploaded)$/);
    await db().run('UPDATE subscriptions SET ended_at = 1 WHERE user_id = ?', [account.client.user.id]);
    harness.forward(HOUR);
    return id;
  }

  it('holds back a post of which the network knows nothing, and sends it when a plan is granted', async () => {
    const id = await failsAt('reels.start', 'Waits for a plan');
    await eventually(
      () => harness.row(id),
      ({ status }) => status === 'pending',
    );
    const looks = jest.spyOn(harness.app.running.nest.get(Claims), 'take');
    await pause(2_500);
    expect(looks.mock.calls.length).toBeLessThan(3);
    expect(await harness.row(id)).toMatchObject({ status: 'pending', locked_by: null, tries: 1 });
    expect(captions()).toEqual([]);
    await harness.app.users.grant(account.client, 1);
    await harness.untilEnded(id);
    expect(captions()).toEqual(['Waits for a plan']);
  });

  it('misses such a post when no plan comes', async () => {
    const id = await failsAt('reels.start', 'Missed');
    harness.forward(24 * HOUR);
    await harness.untilEnded(id);
    const post = await db().row('SELECT status, upload_error FROM posts WHERE id = ?', [id]);
    expect(post).toEqual({ status: 'failed', upload_error: expect.stringMatching(/^Missed/) });
    expect(captions()).toEqual([]);
  });

  it('finishes a post that was begun on the network', async () => {
    const id = await failsAt('reels.finish', 'Begun with a plan');
    await harness.runToEnd(account, id);
    expect((await harness.row(id)).status).toBe('published');
    expect(captions()).toEqual(['Begun with a plan']);
  });
});

import { AccountMonitor } from '../../../backend/accounts/checks/account-monitor';
import { metaError, type FaultAction } from '../../support/fake-graph';
import { eventually } from '../../support/client';
import { mailsOf } from '../../support/mails';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EXPIRED = 'Error validating access token: Session has expired.';
const REEL = '/api/instagram/videos';

let harness: PublishingHarness;
let account: ConnectedUser;
beforeEach(async () => {
  harness = await PublishingHarness.start();
  account = await harness.addUser({ instagram: true });
});
afterEach(() => harness.end());

const connection = async () => (await account.client.get('/api/user/connection')).body;
const soon = (ms: number) => new Date(harness.now() + ms);

/** A video for the Page and one for the Instagram account. */
const onePerNetwork = async (at: Date) => ({
  facebook: await harness.post(account, 'For Facebook', { at }),
  instagram: await harness.post(account, 'For Instagram', { at, path: REEL }),
});

/** The subjects, when nothing is under way any more that could write another one. */
async function subjects(): Promise<string[]> {
  await eventually(
    () => mailsOf(harness.app.dir),
    (mails) => mails.length > 0,
  );
  return (await mailsOf(harness.app.dir)).map((mail) => mail.header('subject') ?? '');
}

describe('a token that two networks share', () => {
  const refusals: Array<[string, FaultAction]> = [
    ['190 expired', metaError(190, 463, EXPIRED)],
    ['190 password changed', metaError(190, 460, EXPIRED)],
    ['102 app removed', metaError(102, 458, EXPIRED)],
    ['190 without a subcode', metaError(190, null, EXPIRED)],
  ];

  it.each(refusals)(
    'pauses Instagram too, with one mail, when Facebook answers %s',
    async (_name, refusal) => {
      harness.fake.fault({ on: 'reels.start', do: refusal });
      const first = await harness.post(account, 'Refused');
      await harness.untilIdle(first);
      const paused = {
        status: 'paused',
        paused_reason: expect.stringMatching(`. Meta’s words: ${EXPIRED}$`),
        resumes_at: null,
      };
      expect(await connection()).toMatchObject({ facebook: paused, instagram: paused });

      const reel = await harness.post(account, 'Kept back', { path: REEL });
      await harness.untilIdle(reel);
      for (let n = 0; n < 3; n++) {
        harness.forward(HOUR);
        await harness.untilIdle(reel);
      }
      expect(harness.fake.history('ig.create')).toEqual([]);
      expect(await subjects()).toEqual(['Pagecast is paused: reconnect Facebook and Instagram']);
    },
  );

  it('sends one mail when it is refused on both at the same moment, and both go out after reconnecting', async () => {
    const { page } = account;
    const at = soon(HOUR);
    const posts = await onePerNetwork(at);
    harness.fake.revoke(page.token, 463, EXPIRED);
    const met = Promise.all([harness.fake.waitForCall('reels.start'), harness.fake.waitForCall('ig.limit')]);
    // Each is answered when both have asked.
    for (const name of ['reels.start', 'ig.limit'])
      harness.fake.onCall(name, () => met.then(() => undefined));
    harness.forward(HOUR + 1);
    for (const id of Object.values(posts)) {
      await harness.untilIdle(id);
      expect(await harness.row(id)).toMatchObject({ status: 'pending', due_at: at.getTime() });
    }
    expect(await subjects()).toHaveLength(1);

    harness.fake.restore(page.token);
    await harness.connect(account);
    const connected = { status: 'connected', paused_reason: null };
    expect(await connection()).toMatchObject({ facebook: connected, instagram: connected });
    for (const id of Object.values(posts)) await harness.runToEnd(account, id);
    expect(
      harness.fake
        .published()
        .map(({ caption }) => caption)
        .sort(),
    ).toEqual(['For Facebook', 'For Instagram']);
    expect([harness.fake.violations(), (await subjects()).length]).toEqual([[], 1]);
  });

  it('pauses Facebook when it is refused on Instagram', async () => {
    harness.fake.fault({ on: 'ig.create', do: metaError(190, 467, EXPIRED) });
    await harness.untilIdle(await harness.post(account, 'Refused', { path: REEL }));
    expect(await connection()).toMatchObject({
      facebook: { status: 'paused' },
      instagram: { status: 'paused' },
    });
  });

  it('replaced while the old one is being refused: what was connected anew stays so', async () => {
    const { page } = account;
    const forget = harness.fake.onCall('reels.start', async () => {
      forget();
      await harness.connect(account);
    });
    harness.fake.fault({ on: 'reels.start', do: metaError(190, 463, EXPIRED) });
    const id = await harness.post(account, 'In between');
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect(await connection()).toMatchObject({
      facebook: { status: 'connected' },
      instagram: { status: 'connected' },
    });
    expect(harness.calls(page, 'reels.start')).toEqual([2]);
    expect(await mailsOf(harness.app.dir)).toEqual([]);
  });
});

describe('a refusal that is about one account', () => {
  it.each([
    ['permission 200', metaError(200, null, '(#200) Permissions error')],
    ['permission 10', metaError(10, null, '(#10) Application does not have permission for this action')],
    ['to be confirmed 368/4854002', metaError(368, 4854002, 'Confirm your identity')],
  ])('leaves Instagram publishing after %s of the Page', async (_name, refusal) => {
    harness.fake.fault({ on: 'reels.start', do: refusal });
    const { facebook, instagram } = await onePerNetwork(harness.nowToPost());
    await harness.untilIdle(facebook);
    await harness.runToEnd(account, instagram);
    expect(harness.fake.published().map(({ caption }) => caption)).toEqual(['For Instagram']);
    expect(await connection()).toMatchObject({
      facebook: { status: 'paused' },
      instagram: { status: 'connected' },
    });
    expect(await subjects()).toEqual(['Pagecast is paused: reconnect Facebook']);
  });

  it('25/2207050 of the Instagram account leaves the Page publishing', async () => {
    harness.fake.fault({ on: 'ig.create', do: metaError(25, 2207050, 'The account is restricted') });
    const { facebook, instagram } = await onePerNetwork(harness.nowToPost());
    await harness.untilIdle(instagram);
    expect((await harness.runToEnd(account, facebook)).status).toBe('published');
    expect(await connection()).toMatchObject({
      facebook: { status: 'connected' },
      instagram: { status: 'paused' },
    });
    expect(await subjects()).toEqual(['Pagecast is paused: reconnect Instagram']);
  });

  it('pauses the Page until it is connected again, although the daily look finds the token good', async () => {
    await harness.end();
    harness = await PublishingHarness.start({ env: { MISSED_AFTER_MINUTES: '100000' } });
    account = await harness.addUser({ instagram: true });
    harness.fake.fault({ on: 'reels.start', do: metaError(200, null, '(#200) Permissions error') });
    const id = await harness.post(account, 'Refused once');
    await harness.untilIdle(id);
    // A mail that waits for a day is not sent any more.
    await subjects();
    for (let days = 1; days <= 2; days++) {
      harness.forward(DAY + 60_000);
      await harness.app.running.nest.get(AccountMonitor).round();
      await harness.untilIdle(id);
    }
    expect(await connection()).toMatchObject({
      facebook: { status: 'paused' },
      instagram: { status: 'connected' },
    });
    expect(harness.calls(account.page, 'reels.start')).toEqual([1]);
    expect(await subjects()).toEqual(['Pagecast is paused: reconnect Facebook']);

    await harness.connect(account);
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect(await subjects()).toHaveLength(1);
  });
});

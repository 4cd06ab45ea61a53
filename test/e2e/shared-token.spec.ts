import { metaError, type FaultAction } from '../support/fake-graph';
import { eventually } from '../support/client';
import { mailsOf } from '../support/mails';
import { Scene, type Account } from '../support/scene';

const HOUR = 3_600_000;
const EXPIRED = 'Error validating access token: Session has expired.';
const REEL = '/api/instagram/videos';

let scene: Scene;
let account: Account;
beforeEach(async () => {
  scene = await Scene.start();
  account = await scene.account({ instagram: true });
});
afterEach(() => scene.end());

const connection = async () => (await account.client.get('/api/user/connection')).body;
const soon = (ms: number) => new Date(scene.now() + ms);

/** A video for the Page and one for the Instagram account. */
const onePerNetwork = async (at: Date) => ({
  facebook: await scene.post(account, 'For Facebook', { at }),
  instagram: await scene.post(account, 'For Instagram', { at, path: REEL }),
});

/** The subjects, when nothing is under way any more that could write another one. */
async function subjects(): Promise<string[]> {
  await eventually(
    () => mailsOf(scene.app.dir),
    (mails) => mails.length > 0,
  );
  return (await mailsOf(scene.app.dir)).map((mail) => mail.header('subject') ?? '');
}

describe('a token that two networks share', () => {
  const refusals: Array<[string, FaultAction]> = [
    ['190 expired', metaError(190, 463, EXPIRED)],
    ['190 password changed', metaError(190, 460, EXPIRED)],
    ['102 app removed', metaError(102, 458, EXPIRED)],
    ['190 without a subcode', metaError(190, null, EXPIRED)],
  ];

  it.each(refusals)('%s on Facebook pauses Instagram too, with one mail', async (_name, refusal) => {
    scene.fake.fault({ on: 'reels.start', do: refusal });
    const first = await scene.post(account, 'Refused');
    await scene.rest(first);
    const paused = {
      status: 'paused',
      paused_reason: expect.stringMatching(`. Meta’s words: ${EXPIRED}$`),
      resumes_at: null,
    };
    expect(await connection()).toMatchObject({ facebook: paused, instagram: paused });

    const reel = await scene.post(account, 'Kept back', { path: REEL });
    await scene.rest(reel);
    for (let n = 0; n < 3; n++) {
      scene.forward(HOUR);
      await scene.rest(reel);
    }
    expect(scene.fake.history('ig.create')).toEqual([]);
    expect(await subjects()).toEqual(['Pagecast is paused: reconnect Facebook and Instagram']);
  });

  it('refused on both at the same moment: still one mail; both keep their place and go out after reconnecting', async () => {
    const { page } = account;
    const at = soon(HOUR);
    const posts = await onePerNetwork(at);
    scene.fake.revoke(page.token, 463, EXPIRED);
    const met = Promise.all([scene.fake.waitForCall('reels.start'), scene.fake.waitForCall('ig.create')]);
    // Each is answered when both have asked.
    for (const name of ['reels.start', 'ig.create']) scene.fake.onCall(name, () => met.then(() => undefined));
    scene.forward(HOUR + 1);
    for (const id of Object.values(posts)) {
      await scene.rest(id);
      expect(await scene.row(id)).toMatchObject({ status: 'pending', due_at: at.getTime() });
    }
    expect(await subjects()).toHaveLength(1);

    scene.fake.restore(page.token);
    await scene.connect(account);
    const connected = { status: 'connected', paused_reason: null };
    expect(await connection()).toMatchObject({ facebook: connected, instagram: connected });
    for (const id of Object.values(posts)) await scene.play(account, id);
    expect(
      scene.fake
        .published()
        .map(({ caption }) => caption)
        .sort(),
    ).toEqual(['For Facebook', 'For Instagram']);
    expect([scene.fake.violations(), (await subjects()).length]).toEqual([[], 1]);
  });

  it('refused on Instagram pauses Facebook', async () => {
    scene.fake.fault({ on: 'ig.create', do: metaError(190, 467, EXPIRED) });
    await scene.rest(await scene.post(account, 'Refused', { path: REEL }));
    expect(await connection()).toMatchObject({
      facebook: { status: 'paused' },
      instagram: { status: 'paused' },
    });
  });

  it('replaced while the old one is being refused: what was connected anew stays so', async () => {
    const { page } = account;
    const forget = scene.fake.onCall('reels.start', async () => {
      forget();
      await scene.connect(account);
    });
    scene.fake.fault({ on: 'reels.start', do: metaError(190, 463, EXPIRED) });
    const id = await scene.post(account, 'In between');
    expect((await scene.play(account, id)).status).toBe('published');
    expect(await connection()).toMatchObject({
      facebook: { status: 'connected' },
      instagram: { status: 'connected' },
    });
    expect(scene.calls(page, 'reels.start')).toEqual([2]);
    expect(await mailsOf(scene.app.dir)).toEqual([]);
  });
});

describe('a refusal that is about one account', () => {
  it.each([
    ['permission 200', metaError(200, null, '(#200) Permissions error')],
    ['permission 10', metaError(10, null, '(#10) Application does not have permission for this action')],
    ['to be confirmed 368/4854002', metaError(368, 4854002, 'Confirm your identity')],
  ])('%s of the Page leaves Instagram publishing', async (_name, refusal) => {
    scene.fake.fault({ on: 'reels.start', do: refusal });
    const { facebook, instagram } = await onePerNetwork(scene.nowToPost());
    await scene.rest(facebook);
    await scene.play(account, instagram);
    expect(scene.fake.published().map(({ caption }) => caption)).toEqual(['For Instagram']);
    expect(await connection()).toMatchObject({
      facebook: { status: 'paused' },
      instagram: { status: 'connected' },
    });
    expect(await subjects()).toEqual(['Pagecast is paused: reconnect Facebook']);
  });

  it('25/2207050 of the Instagram account leaves the Page publishing', async () => {
    scene.fake.fault({ on: 'ig.create', do: metaError(25, 2207050, 'The account is restricted') });
    const { facebook, instagram } = await onePerNetwork(scene.nowToPost());
    await scene.rest(instagram);
    expect((await scene.play(account, facebook)).status).toBe('published');
    expect(await connection()).toMatchObject({
      facebook: { status: 'connected' },
      instagram: { status: 'paused' },
    });
    expect(await subjects()).toEqual(['Pagecast is paused: reconnect Instagram']);
  });
});

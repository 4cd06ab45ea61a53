import { metaError, type FaultAction } from '../../support/fake-graph';
import { fresh, NOT_FETCHED, ORIGIN, OUT, useInstagram } from '../../support/instagram-posts';

const NO_PERMISSION = metaError(200, null, '(#200) Requires pages_manage_posts permission');
const WORDS = /^Instagram gets this picture by way of your Page.* allow pages_manage_posts\./;

const connectionOf = async ({ account }: Pick<ReturnType<typeof useInstagram>, 'account'>) =>
  (await account().client.get('/api/user/connection')).body.instagram;

describe('a picture for Instagram that the Page does not take', () => {
  const instagram = useInstagram();
  const { harness, account, upload, post, fault } = instagram;

  it.each<[string, FaultAction, RegExp]>([
    ['200', NO_PERMISSION, WORDS],
    ['10', metaError(10, null, '(#10) Application does not have permission for this action'), WORDS],
    ['283', metaError(283, null, '(#283) Requires an extended permission'), WORDS],
    ['6000/1363042', metaError(6000, 1363042, 'No permission'), /^You may not post to this Page\. Ask/],
    ['368/4854002', metaError(368, 4854002, 'Confirm your identity'), /^Facebook wants you to confirm/],
  ])('fails alone, and a reel goes out behind it: %s', async (number, refusal, words) => {
    fault({ on: 'photos', times: 9, do: refusal });
    const photo = await post({ format: 'photo', bytes: [await fresh('photo.jpg')] });
    expect(photo.outcome).toEqual(['failed', expect.stringMatching(words)]);
    expect(photo.item.upload_error).toContain(`(Meta error ${number})`);
    expect([photo.named('photos').length, photo.named('ig.create')]).toEqual([1, []]);
    expect(await connectionOf(instagram)).toMatchObject({ status: 'connected', paused_reason: null });
    const reel = await post({ format: 'reel', bytes: [await fresh('portrait.mp4')] });
    expect(reel.outcome).toEqual(OUT);
  });

  it('fails a reel whose cover it is, and pauses nothing', async () => {
    fault({ on: 'photos', times: 9, do: NO_PERMISSION });
    const [cover] = await upload(await fresh('photo.jpg'));
    const { outcome } = await post({ format: 'reel', bytes: [await fresh('portrait.mp4')], cover });
    expect(outcome).toEqual(['failed', expect.stringMatching(WORDS)]);
    expect((await connectionOf(instagram)).status).toBe('connected');
  });

  it.each<[string, FaultAction]>([
    ['the token has ended', metaError(190, 463, 'Session has expired')],
    ['no error of Meta’s says why', { status: 401, body: {} }],
  ])('waits for its user when %s', async (_why, refusal) => {
    fault({ on: 'photos', times: 9, do: refusal });
    const { outcome, item, named } = await post({ format: 'photo', bytes: [await fresh('photo.jpg')] });
    expect([outcome, named('photos').length]).toEqual([['pending', null], 1]);
    expect((await connectionOf(instagram)).status).toBe('paused');
    harness().fake.clearFaults();
    await harness().connect(account());
    await harness().runToEnd(account(), item.id);
    expect((await harness().row(item.id)).status).toBe('published');
  });
});

describe('a picture for Instagram that neither its address nor the Page gets there', () => {
  const instagram = useInstagram({ PUBLIC_URL: ORIGIN });
  const { post, fault } = instagram;

  it('fails alone after both ways', async () => {
    fault({ on: 'ig.create', times: 9, do: NOT_FETCHED });
    fault({ on: 'photos', times: 9, do: NO_PERMISSION });
    const { outcome, named } = await post({ format: 'photo', bytes: [await fresh('photo.jpg')] });
    expect(outcome).toEqual(['failed', expect.stringMatching(WORDS)]);
    expect([named('ig.create').length, named('photos').length]).toEqual([1, 1]);
    expect((await connectionOf(instagram)).status).toBe('connected');
  });
});

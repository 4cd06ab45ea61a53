import { metaError } from '../../support/fake-graph';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

type Path = '/api/videos' | '/api/instagram/videos';

const TOKEN_REFUSED = metaError(190, 460, 'The session has been invalidated');

describe('an item without a description whose token is refused after it was begun', () => {
  let harness: PublishingHarness;
  let account: ConnectedUser;
  beforeAll(async () => {
    harness = await PublishingHarness.start();
  });
  beforeEach(async () => {
    account = await harness.addUser({ instagram: true });
  });
  afterEach(() => harness.fake.clearFaults());
  afterAll(() => harness.end());

  const caption = async (content: string): Promise<number> =>
    (await account.client.post('/api/captions', { content })).body.id;
  const captionsSent = () =>
    harness.fake
      .published()
      .flatMap(({ pageId, caption: text }) =>
        [account.page.id, account.page.igId].includes(pageId) ? [text] : [],
      );

  async function begunAndRefused(on: string, path: Path): Promise<number> {
    harness.fake.fault({ on, page: account.page.id, times: 1, do: TOKEN_REFUSED });
    const id = await harness.post(account, 'Its title', { path });
    expect((await harness.runToEnd(account, id)).status).toBe('pending');
    return id;
  }

  const VIDEOS = '/api/videos';
  const REELS = '/api/instagram/videos';

  describe.each<[string, Path]>([
    ['reels.start', VIDEOS],
    ['reels.bytes', VIDEOS],
    ['reels.finish', VIDEOS],
    ['ig.bytes', REELS],
  ])('at %s', (on, path) => {
    it('goes out with the captions of then, not with one that was deleted', async () => {
      const old = await caption('Sale ends Friday');
      const id = await begunAndRefused(on, path);
      await account.client.delete(`/api/captions/${old}`);
      await caption('New text');
      await harness.connect(account);
      expect(await harness.runToEnd(account, id)).toMatchObject({
        status: 'published',
        posted_text: 'New text',
      });
      expect(captionsSent()).toEqual(['New text']);
    });

    it('goes out with a caption where it had none but its title', async () => {
      const id = await begunAndRefused(on, path);
      await caption('Just added');
      await harness.connect(account);
      expect((await harness.runToEnd(account, id)).status).toBe('published');
      expect(captionsSent()).toEqual(['Just added']);
    });

    it('keeps a caption that is still there, and the next item gets the next one', async () => {
      await caption('First');
      await caption('Second');
      const id = await begunAndRefused(on, path);
      await harness.connect(account);
      await harness.runToEnd(account, id);
      const next = await harness.post(account, 'Next', { path });
      await harness.runToEnd(account, next);
      expect(captionsSent()).toEqual(['First', 'Second']);
      expect(harness.fake.violations()).toEqual([]);
    });
  });
});

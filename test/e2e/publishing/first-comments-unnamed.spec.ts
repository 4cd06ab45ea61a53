import { Database } from '../../../backend/database/database';
import { DueComments } from '../../../backend/publishing/first-comments/due-comments';
import { metaError } from '../../support/fake-graph';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

const MINUTE = 60_000;
const LATER = metaError(2, null, 'Service temporarily unavailable');

describe('the first comment of an Instagram post of which only the container is known', () => {
  let harness: PublishingHarness;
  let account: ConnectedUser;

  beforeAll(async () => {
    harness = await PublishingHarness.start();
    account = await harness.addUser({ instagram: true });
  });
  afterAll(() => harness.end());

  const db = () => harness.app.running.nest.get(Database);

  /** The answer to the public call is lost, and the list of media cannot be read. */
  async function publish(words: string): Promise<number> {
    const path = '/api/instagram/videos';
    const id = await harness.post(account, words, { path, at: harness.nowToPost(10 * MINUTE) });
    await db().run('UPDATE posts SET first_comment = ? WHERE id = ?', [words, id]);
    harness.fake.fault({ on: 'ig.publish', do: { cut: 'after' } });
    harness.fake.fault({ on: 'ig.media', times: 2, do: LATER });
    await harness.runToEnd(account, id);
    return id;
  }

  const item = async (id: number) => (await account.client.get(`/api/posts/${id}`)).body;

  async function look(): Promise<void> {
    const comments = harness.app.running.nest.get(DueComments);
    await comments.look();
    await comments.idle();
  }

  it('goes under the post itself, once the post is listed', async () => {
    const id = await publish('Under the post');
    await look();
    expect(await item(id)).toMatchObject({ status: 'published', first_comment_status: 'waiting' });
    const comments = () => harness.fake.comments().filter(({ message }) => message === 'Under the post');
    expect(comments()).toEqual([]);
    harness.forward(MINUTE + 1);
    await look();
    expect(await item(id)).toMatchObject({ status: 'published', first_comment_status: 'posted' });
    const media = harness.fake.published().find(({ kind }) => kind === 'ig_reel')!;
    expect(comments()).toMatchObject([{ objectId: media.objectId }]);
    expect(harness.fake.violations()).toEqual([]);
  });
});

import { readFile } from 'node:fs/promises';
import { metaError } from '../../support/fake-graph';
import { ByHand } from '../../support/fake-graph/by-hand';
import { makePost } from '../../support/made-posts';
import { fixture } from '../../support/media';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

const A_DAY = 24 * 3_600_000;

let harness: PublishingHarness;
beforeAll(async () => {
  harness = await PublishingHarness.start();
});
afterAll(() => harness.end());
afterEach(() => harness.fake.clearFaults());

/** A text whose answer is lost, and which is not read back before the Page has shown that many others. */
async function buried(others: number): Promise<{ account: ConnectedUser; id: number; text: string }> {
  const account = await harness.addUser();
  const { client, page } = account;
  const text = `Buried under ${others}`;
  harness.fake.fault({ on: 'feed', page: page.id, do: { cut: 'after' } });
  harness.fake.fault({ on: 'posts.list', page: page.id, times: 2, do: metaError(2, null, 'later') });
  const id = await makePost(harness.app.running.nest, client.user.id, {
    ...{ network: 'facebook', format: 'text', description: text, at: harness.nowToPost() },
  });
  harness.forward(0);
  await harness.untilIdle(id);
  const hand = new ByHand(harness.fake, page.token);
  for (let n = 0; n < others; n++) await hand.post(`${page.id}/feed`, { message: `Other ${n}` });
  return { account, id, text };
}

const sent = (text: string) =>
  harness.fake.history('feed').filter(({ params }) => params.message === text).length;

const itemOf = async ({ account, id }: { account: ConnectedUser; id: number }) => {
  await harness.runToEnd(account, id);
  return (await account.client.get(`/api/posts/${id}`)).body;
};

describe('a text that the Page has already', () => {
  it.each([
    ['500', 8, metaError(1, null, 'An unknown error occurred'), /\(Meta error 1\) .*used up/],
    [
      '506',
      2,
      metaError(506, null, 'Duplicate status message'),
      /^Facebook has just taken the same post. Change the text.*\(Meta error 506\) Retry it when you have mended this\.$/,
    ],
  ])('fails with the number after a %s each time', async (name, times, answer, words) => {
    const account = await harness.addUser();
    const { client, page } = account;
    const description = `Answered by ${name} each time`;
    harness.fake.fault({ on: 'feed', page: page.id, times: 1000, do: answer });
    const id = await makePost(harness.app.running.nest, client.user.id, {
      ...{ network: 'facebook', format: 'text', description, due_at: harness.now() },
    });
    harness.forward(0);
    const item = await itemOf({ account, id });
    expect([item.status, item.upload_error]).toEqual(['failed', expect.stringMatching(words)]);
    expect([sent(description), harness.fake.violations()]).toEqual([times, []]);
  });

  it('is looked for longer if the first call got another answer: it may be what it duplicates', async () => {
    const account = await harness.addUser();
    const { client, page } = account;
    const description = 'Perhaps its own duplicate';
    harness.fake.fault({ on: 'feed', page: page.id, do: { cut: 'after' } });
    harness.fake.fault({
      ...{ on: 'feed', page: page.id, nth: 2, times: 1000 },
      do: metaError(506, null, 'Duplicate status message'),
    });
    const behind = { status: 200, body: { data: [] } };
    harness.fake.fault({ on: 'posts.list', page: page.id, times: 8, do: behind });
    const id = await makePost(harness.app.running.nest, client.user.id, {
      ...{ network: 'facebook', format: 'text', description, due_at: harness.now() },
    });
    harness.forward(0);
    expect(await itemOf({ account, id })).toMatchObject({ status: 'published', upload_error: null });
  });
});

describe('a text of which nothing was heard', () => {
  it('is read back after a 500, whatever number it has', async () => {
    const account = await harness.addUser();
    const { client, page } = account;
    const refusal = metaError(100, null, 'Invalid parameter', { status: 500 });
    harness.fake.fault({ on: 'feed', page: page.id, do: { after: true, ...refusal } });
    const description = 'Answered by a 500';
    const id = await makePost(harness.app.running.nest, client.user.id, {
      ...{ network: 'facebook', format: 'text', description, at: harness.nowToPost() },
    });
    harness.forward(0);
    expect(await itemOf({ account, id })).toMatchObject({ status: 'published', upload_error: null });
    expect(sent(description)).toBe(1);
  });

  it.each(['https://www.youtube.com/watch?v=1', 'https://youtu.be/1', 'https://vimeo.com/1'])(
    'is read back though Meta shows its link as a video: %s',
    async (link) => {
      const account = await harness.addUser();
      const { client, page } = account;
      harness.fake.fault({ on: 'feed', page: page.id, do: { cut: 'after' } });
      const description = `See ${link}`;
      const id = await makePost(harness.app.running.nest, client.user.id, {
        ...{ network: 'facebook', format: 'text', description, link, at: harness.nowToPost() },
      });
      harness.forward(0);
      expect(await itemOf({ account, id })).toMatchObject({ status: 'published', upload_error: null });
      expect(sent(description)).toBe(1);
    },
  );

  it('is read back though Meta shows a video for an address in its words', async () => {
    const account = await harness.addUser();
    const { client, page } = account;
    const description = 'https://youtu.be/1';
    const url = 'https://l.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2F1';
    const shown = { media_type: 'video', type: 'video_share_youtube', target: { url }, url };
    harness.fake.fault({ on: 'feed', page: page.id, do: { cut: 'after' } });
    harness.fake.fault({
      ...{ on: 'posts.list', page: page.id, times: 99 },
      do: {
        status: 200,
        body: {
          data: [
            {
              ...{ id: `${page.id}_1`, message: description, attachments: { data: [shown] } },
              created_time: new Date(harness.now()).toISOString(),
            },
          ],
        },
      },
    });
    const id = await makePost(harness.app.running.nest, client.user.id, {
      ...{ network: 'facebook', format: 'text', description, at: harness.nowToPost() },
    });
    harness.forward(0);
    expect(await itemOf({ account, id })).toMatchObject({ status: 'published', upload_error: null });
    expect(sent(description)).toBe(1);
  });

  it('is not taken for a photo with the same words', async () => {
    const account = await harness.addUser();
    const { client, page } = account;
    const hand = new ByHand(harness.fake, page.token);
    const description = 'Shown with a photo';
    const photo = await hand.postForm(
      `${page.id}/photos`,
      { published: 'false' },
      { name: 'source', bytes: await readFile(fixture('photo.jpg')) },
    );
    await hand.post(`${page.id}/feed`, {
      message: description,
      attached_media: [{ media_fbid: photo.body.id }],
    });
    harness.fake.fault({ on: 'feed', page: page.id, do: { cut: 'before' } });
    const id = await makePost(harness.app.running.nest, client.user.id, {
      ...{ network: 'facebook', format: 'text', description, at: harness.nowToPost() },
    });
    harness.forward(0);
    expect(await itemOf({ account, id })).toMatchObject({ status: 'published', upload_error: null });
    expect(sent(description)).toBe(3);
  });

  it.each([
    ['one that is scheduled', { is_published: false }],
    ["a visitor's", { from: { id: '4711' } }],
  ])('is not taken for another post of the same words: %s', async (_which, shown) => {
    const account = await harness.addUser();
    const { client, page } = account;
    const description = `The same words, ${page.id}`;
    harness.fake.fault({ on: 'feed', page: page.id, do: { cut: 'before' } });
    const created_time = new Date(harness.now()).toISOString();
    const data = [{ id: `${page.id}_1`, message: description, created_time, ...shown }];
    harness.fake.fault({ on: 'posts.list', page: page.id, times: 99, do: { status: 200, body: { data } } });
    const id = await makePost(harness.app.running.nest, client.user.id, {
      ...{ network: 'facebook', format: 'text', description, at: harness.nowToPost() },
    });
    harness.forward(0);
    expect(await itemOf({ account, id })).toMatchObject({ status: 'published', upload_error: null });
    expect(sent(description)).toBe(2);
  });

  it('is found behind a hundred later posts', async () => {
    const one = await buried(101);
    expect(await itemOf(one)).toMatchObject({ status: 'published', upload_error: null });
    expect(sent(one.text)).toBe(1);
  });

  it('is not sent again when the list has no end', async () => {
    const one = await buried(0);
    harness.fake.fault({
      ...{ on: 'posts.list', page: one.account.page.id, times: 1_000_000 },
      do: { status: 200, body: { data: [], paging: { cursors: { after: 'on' }, next: 'https://graph/on' } } },
    });
    harness.forward(A_DAY);
    const item = await itemOf(one);
    expect([item.status, item.upload_error]).toEqual([
      'failed',
      expect.stringMatching(/could not be confirmed/),
    ]);
    expect(sent(one.text)).toBe(1);
  });
});

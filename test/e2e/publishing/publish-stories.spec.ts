import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AutoPosting } from '../../../backend/autopost/auto-posting';
import { Database } from '../../../backend/database/database';
import { metaError, type Fault, type FaultAction } from '../../support/fake-graph';
import { makePost } from '../../support/made-posts';
import { paddedVideo, saltedPhoto, sha256 } from '../../support/media';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';
import { tusOf } from '../../support/tus';

const AN_HOUR = 3_600_000;

let harness: PublishingHarness;
let folder: string;
let made = 0;

beforeAll(async () => {
  harness = await PublishingHarness.start();
  folder = await mkdtemp(join(tmpdir(), 'pagecast-stories-'));
});
afterAll(async () => {
  await harness.end();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  expect(harness.fake.violations()).toEqual([]);
  harness.fake.clearFaults();
});

type Medium = 'photo' | 'video';

interface Story {
  account: ConnectedUser;
  id: number;
  hash: string;
}

/** Each on a Page of its own, due now. */
async function story(medium: Medium, faults: Fault[] = []): Promise<Story> {
  const account = await harness.addUser();
  for (const fault of faults) harness.fake.fault({ ...fault, page: account.page.id });
  const salt = `story ${++made}`;
  const [name, type] = medium === 'photo' ? ['story.jpg', 'image/jpeg'] : ['story.mp4', 'video/mp4'];
  const path = join(folder, `${made}-${name}`);
  await (medium === 'photo' ? saltedPhoto(path, salt) : paddedVideo(path, 60_000, { salt }));
  const media = [
    await tusOf(account.client).upload(await readFile(path), { filename: name, filetype: type }),
  ];
  const id = await makePost(harness.app.running.nest, account.client.user.id, {
    ...{ network: 'facebook', format: 'story', title: salt, media },
    at: harness.nowToPost(),
  });
  harness.forward(0);
  return { account, id, hash: await sha256(path) };
}

const itemOf = async ({ account, id }: Story) => (await account.client.get(`/api/posts/${id}`)).body;

/** Some hours pass, and automatic posting looks again and again. */
async function passHours(hours: number): Promise<void> {
  for (let n = 0; n < hours; n++) {
    harness.forward(AN_HOUR);
    await harness.app.running.nest.get(AutoPosting).look();
  }
}

async function sendFile({ account, id }: Story): Promise<void> {
  const path = await paddedVideo(join(folder, `${++made}.mp4`), 60_000, { salt: `another ${made}` });
  const form = new FormData();
  form.append('file', new Blob([await readFile(path)]), 'another.mp4');
  expect((await account.client.put(`/api/posts/${id}/file`, form)).status).toBe(200);
}

async function settled(one: Story) {
  await harness.runToEnd(one.account, one.id);
  return itemOf(one);
}

const shown = ({ hash }: Story) => harness.fake.published().filter(({ bytesSha256 }) => bytesSha256 === hash);

const CALLS: Record<Medium, string[]> = {
  photo: ['photos', 'photo_stories'],
  video: ['stories.start', 'reels.bytes', 'stories.finish'],
};
const publicCall = (medium: Medium) => CALLS[medium].at(-1) ?? '';

describe.each(['photo', 'video'] as const)('a story of a %s', (medium) => {
  it('goes out once, without a text, and its address is that of the list', async () => {
    const one = await story(medium);
    const item = await settled(one);
    expect(item).toMatchObject({
      ...{ status: 'published', upload_error: null, format: 'story', kind: medium, posted_text: null },
      permalink: expect.stringContaining('facebook.com/stories/'),
    });
    expect(shown(one)).toMatchObject([{ kind: 'story', caption: '', pageId: one.account.page.id }]);
    expect(harness.calls(one.account.page, ...CALLS[medium])).toEqual(CALLS[medium].map(() => 1));
  });

  it.each(CALLS[medium].flatMap((call) => ['before', 'after'].map((when) => [call, when] as const)))(
    'goes out once when %s is lost %s it took effect',
    async (call, when) => {
      const one = await story(medium, [{ on: call, do: { cut: when as 'before' } }]);
      expect(await settled(one)).toMatchObject({ status: 'published', upload_error: null });
      expect(shown(one)).toHaveLength(1);
    },
  );

  it.each<[string, FaultAction]>([
    ['a 500', { after: true, ...metaError(2, null, 'later') }],
    ['HTML', { after: true, html: true }],
    ['a 200 without success', { after: true, status: 200, body: { success: false } }],
    ['a story without an id', { after: true, status: 200, body: { success: true } }],
    ['an id that is no text', { after: true, status: 200, body: { success: true, post_id: { a: [1] } } }],
  ])('is found by its file when the answer is %s', async (_name, fault) => {
    const one = await story(medium, [{ on: publicCall(medium), do: fault }]);
    expect(await settled(one)).toMatchObject({ status: 'published', upload_error: null });
    expect(shown(one)).toHaveLength(1);
    expect(harness.calls(one.account.page, publicCall(medium))).toEqual([1]);
  });

  it('is not posted again while the list of stories says nothing', async () => {
    const nothing: FaultAction[] = [
      { status: 200, body: { data: 'none' } },
      { status: 200, body: {} },
      { html: true, status: 200 },
      metaError(2, null, 'later'),
    ];
    const one = await story(medium, [
      { on: publicCall(medium), do: { cut: 'after' } },
      { on: 'video.status', do: metaError(2, null, 'later'), times: 4 },
      ...nothing.map((action, n) => ({ on: 'stories.list', nth: n + 1, do: action })),
    ]);
    expect(await settled(one)).toMatchObject({ status: 'published', upload_error: null });
    expect(shown(one)).toHaveLength(1);
    expect(harness.calls(one.account.page, publicCall(medium))).toEqual([1]);
  });

  it('of which nothing was heard for a day is not taken for one that never went out', async () => {
    const one = await story(medium, [
      { on: publicCall(medium), do: { cut: 'after' } },
      { on: 'video.status', do: metaError(100, 33, 'Unsupported get request.'), times: 1_000 },
      { on: 'stories.list', do: metaError(80_001, null, 'Too many calls'), times: 1 },
    ]);
    await harness.untilIdle(one.id);
    harness.forward(25 * AN_HOUR);
    const item = await settled(one);
    expect([item.status, item.upload_error]).toEqual([
      'failed',
      expect.stringMatching(/could not be confirmed/),
    ]);
    expect(shown(one)).toHaveLength(1);
    expect(harness.calls(one.account.page, publicCall(medium))).toEqual([1]);
  });

  it("fails with Meta's words when it is refused, and goes out when it is tried again", async () => {
    const refusal = metaError(100, null, '(#100) This cannot be a story.');
    const one = await story(medium, [{ on: publicCall(medium), do: refusal }]);
    const item = await settled(one);
    expect([item.status, item.upload_error]).toEqual([
      'failed',
      expect.stringContaining('cannot be a story'),
    ]);
    expect(shown(one)).toEqual([]);
    expect((await one.account.client.post(`/api/posts/${one.id}/retry`)).status).toBe(200);
    harness.forward(0);
    expect(await settled(one)).toMatchObject({ status: 'published' });
    expect(shown(one)).toHaveLength(1);
  });
});

it('a film in the stories waits until it is processed', async () => {
  const one = await story('video', [{ on: 'reels.bytes', do: { stuckProcessing: 10 * 60_000 } }]);
  expect(await settled(one)).toMatchObject({ status: 'published' });
  expect(harness.calls(one.account.page, 'stories.finish')).toEqual([1]);
});

describe('a story that failed', () => {
  it.each<[string, (one: Story) => Promise<unknown>]>([
    [
      'without a time',
      ({ account, id }) => account.client.post(`/api/posts/${id}/retry`, { unscheduled: 1 }),
    ],
    ['with another file', sendFile],
  ])('is a draft when it is brought back %s, and gets no turn', async (_name, bringBack) => {
    const refusal = metaError(100, null, '(#100) This cannot be a story.');
    const one = await story('video', [{ on: publicCall('video'), do: refusal }]);
    const { client, page } = one.account;
    expect((await settled(one)).status).toBe('failed');
    await bringBack(one);
    await passHours(3);
    await harness.untilIdle(one.id);
    expect(await itemOf(one)).toMatchObject({ status: 'pending', draft: 1, position: null, next_at: null });
    expect(harness.calls(page, publicCall('video'))).toEqual([1]);
    expect((await client.put(`/api/posts/${one.id}`, { draft: 0 })).status).toBe(422);
    const at = harness.nowToPost(AN_HOUR).toISOString();
    await client.put(`/api/posts/${one.id}/reschedule`, { scheduled_for: at });
    expect((await client.put(`/api/posts/${one.id}`, { draft: 0 })).body).toMatchObject({ next_at: at });
  });

  it('gets no turn and no place either when it lost its time while it was released', async () => {
    const one = await story('video', [{ on: publicCall('video'), do: metaError(100, null, 'Refused.') }]);
    expect((await settled(one)).status).toBe('failed');
    await harness.app.running.nest
      .get(Database)
      .run("UPDATE posts SET status = 'pending', draft = 0, scheduled_for = NULL WHERE id = ?", [one.id]);
    const later = await harness.post(one.account, 'Waits', { at: null });
    const { client } = one.account;
    const [{ id: page }] = (await client.get('/api/accounts')).body;
    expect((await client.put(`/api/accounts/${page}/queue`, { ids: [later] })).status).toBe(200);
    expect([(await itemOf(one)).position, (await harness.item(one.account, later)).position]).toEqual([
      null,
      1,
    ]);
    await passHours(3);
    await harness.runToEnd(one.account, later);
    expect((await harness.item(one.account, later)).status).toBe('published');
    expect(await itemOf(one)).toMatchObject({ status: 'pending', position: null, next_at: null });
  });
});

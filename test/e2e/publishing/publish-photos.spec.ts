import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { AutoPosting } from '../../../backend/autopost/auto-posting';
import { Database } from '../../../backend/database/database';
import { Storage } from '../../../backend/ports/storage/storage';
import { eventually } from '../../support/client';
import { metaError } from '../../support/fake-graph';
import { makePost } from '../../support/made-posts';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

let harness: PublishingHarness;
let account: ConnectedUser;
beforeAll(async () => {
  harness = await PublishingHarness.start();
  account = await harness.addUser();
});
afterAll(() => harness.end());
afterEach(() => harness.fake.clearFaults());

/** A picture that hardly compresses: above 4 MB, below 10. */
const large = () =>
  sharp(randomBytes(1500 * 1200 * 3), { raw: { width: 1500, height: 1200, channels: 3 } })
    .png()
    .toBuffer();

async function post(bytes: Buffer, title: string): Promise<any> {
  const form = new FormData();
  form.append('titles[]', title);
  form.append('scheduled_for[]', harness.nowToPost().toISOString());
  form.append('photos[]', new Blob([bytes], { type: 'image/png' }), 'photo.png');
  const { status, body } = await account.client.post('/api/photos', form);
  expect([status, body.errors]).toEqual([201, undefined]);
  const { id } = body.photos[0];
  return (
    await eventually(
      () => account.client.get(`/api/photos/${id}`),
      (answer) => ['published', 'failed'].includes(answer.body.status),
    )
  ).body;
}

const sizes = () => harness.fake.history('photos').map(({ bytes }) => bytes);

describe('a photo of more than 4 MB', () => {
  it('is sent as it came', async () => {
    const bytes = await large();
    expect(bytes.length).toBeGreaterThan(4 * 1024 * 1024);
    const item = await post(bytes, 'As it came');
    expect([item.status, item.upload_error]).toEqual(['published', null]);
    expect(harness.fake.published().at(-1)).toMatchObject({
      bytesSha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  it('is sent again as a JPEG of at most 4 MB when it is refused for its size', async () => {
    harness.fake.fault({
      on: 'photos',
      do: metaError(1, 1366046, 'Photos should be smaller than 4 MB', { status: 400 }),
    });
    const item = await post(await large(), 'Made to fit');
    expect([item.status, item.upload_error]).toEqual(['published', null]);
    const [first = 0, second = 0] = sizes().slice(-2);
    expect(first).toBeGreaterThan(4 * 1024 * 1024);
    expect(second).toBeLessThan(4 * 1024 * 1024 + 1000);
  });

  it('fails in the network’s words when it is refused a second time', async () => {
    const before = sizes().length;
    const refusal = metaError(1, 1366046, 'Photos should be smaller than 4 MB', { status: 400 });
    harness.fake.fault({ on: 'photos', times: 9, do: refusal });
    const item = await post(await large(), 'Refused');
    expect([item.status, sizes().length - before]).toEqual(['failed', 2]);
    expect(item.upload_error).toMatch(
      /^This photo is too large.*: Photos should be smaller than 4 MB\. \(Meta error 1\/1366046\)/,
    );
  });

  it('fails and is not tried again when it is no whole picture', async () => {
    const storage = harness.app.running.nest.get(Storage);
    const [stat, open] = [storage.stat.bind(storage), storage.open.bind(storage)];
    storage.stat = async (key) => ({ key, modifiedAt: 0, ...(await stat(key)), sizeBytes: 11_000_000 });
    const half = (await large()).subarray(0, 100_000);
    storage.open = () => Promise.resolve(Readable.from([half]));
    try {
      const item = await post(await large(), 'Half');
      expect(item).toMatchObject({
        status: 'failed',
        upload_error: 'This photo is damaged and cannot be opened. Upload it again.',
      });
      expect(item.attempts).toHaveLength(1);
    } finally {
      Object.assign(storage, { stat, open });
    }
  });
});

describe('a photo with the words of a text', () => {
  const words = 'Good morning';

  const remoteIds = async (...ids: number[]) => {
    const db = harness.app.running.nest.get(Database);
    const rows = await db.rows<{ remote_id: string }>(
      'SELECT remote_id FROM posts WHERE id IN (?, ?) ORDER BY id',
      ids,
    );
    return rows.map(({ remote_id }) => remote_id);
  };

  async function text({ client }: ConnectedUser): Promise<number> {
    const id = await makePost(harness.app.running.nest, client.user.id, {
      ...{ network: 'facebook', format: 'text', description: words, at: harness.nowToPost() },
    });
    harness.forward(0);
    return id;
  }

  it('is posted after the text, though its call failed', async () => {
    const own = await harness.addUser();
    const first = await text(own);
    await harness.untilEnded(first);
    harness.fake.fault({ on: 'feed', page: own.page.id, do: metaError(2, null, 'Later') });
    const second = await harness.post(own, words, { path: '/api/photos' });
    expect(await harness.runToEnd(own, second)).toMatchObject({ status: 'published', upload_error: null });
    const ids = await remoteIds(first, second);
    const live = harness.fake.published().filter(({ pageId }) => pageId === own.page.id);
    expect(live.map(({ objectId }) => objectId)).toEqual(ids);
  });
});

describe('a photo that waits while its account is paused', () => {
  const AN_HOUR = 3_600_000;

  async function waiting(): Promise<{ own: ConnectedUser; id: number }> {
    const own = await harness.addUser();
    const refused = metaError(190, 460, 'The session has been invalidated');
    harness.fake.fault({ on: 'feed', page: own.page.id, do: refused });
    const id = await harness.post(own, 'Waits', { path: '/api/photos', at: null });
    await turn(own);
    expect((await harness.runToEnd(own, id)).status).toBe('pending');
    return { own, id };
  }

  /** One look may come to nothing: the account has changed since it was read. */
  async function turn({ page }: ConnectedUser): Promise<void> {
    const calls = () => harness.calls(page, 'feed')[0] ?? 0;
    const before = calls();
    harness.forward(2 * AN_HOUR);
    await eventually(
      async () => {
        await harness.app.running.nest.get(AutoPosting).look();
        return calls();
      },
      (now) => now > before,
    );
  }

  async function goesOn(own: ConnectedUser, id: number) {
    await harness.connect(own);
    await turn(own);
    const { status, upload_error } = await harness.runToEnd(own, id);
    return [status, upload_error, harness.calls(own.page, 'photos', 'feed')];
  }

  it('is uploaded again after a day, when Meta has deleted it', async () => {
    const { own, id } = await waiting();
    harness.forward(25 * AN_HOUR);
    expect(await goesOn(own, id)).toEqual(['published', null, [2, 2]]);
  });

  it('is not uploaded again before that', async () => {
    const { own, id } = await waiting();
    harness.forward(AN_HOUR);
    expect(await goesOn(own, id)).toEqual(['published', null, [1, 2]]);
  });

  it('is uploaded again when it is not known how long ago it was uploaded', async () => {
    const { own, id } = await waiting();
    const db = harness.app.running.nest.get(Database);
    const session = { protocol: 'photo', accountId: own.page.id, remoteId: '1', uploaded: true };
    await db.run('UPDATE posts SET remote_session = ? WHERE id = ?', [JSON.stringify(session), id]);
    expect(await goesOn(own, id)).toEqual(['published', null, [2, 2]]);
  });
});

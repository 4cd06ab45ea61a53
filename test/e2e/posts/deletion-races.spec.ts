import { readFile } from 'node:fs/promises';
import { Database } from '../../../backend/database/database';
import { PostFiles } from '../../../backend/publishing/posts/post-files';
import { QuotaRecount } from '../../../backend/publishing/housekeeping/quota-recount';
import { MediaRemoval } from '../../../backend/uploads/media-removal';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { addAccount } from '../../support/more-accounts';
import { tusOf } from '../../support/tus';
import { PORTRAIT, uploadVideo, videoUploads } from '../../support/video-uploads';

const app = useApp();
const { usage, filesKept } = videoUploads(app);
const db = () => app.running.nest.get(Database);

let user: Client;
beforeEach(async () => {
  user = await app.users.subscriber({ connected: true });
});
afterEach(async () => {
  expect(await app.running.nest.get(QuotaRecount).wrong()).toEqual([]);
});

/** Does something after the deletion has read what it is about to delete; what is done reads files as well. */
function afterReading(work: () => Promise<unknown>, times = 1): void {
  const files = app.running.nest.get(PostFiles);
  const of = files.of.bind(files);
  let [left, isWorking] = [times, false];
  jest.spyOn(files, 'of').mockImplementation(async (posts) => {
    const read = await of(posts);
    if (left === 0 || isWorking) return read;
    left--;
    isWorking = true;
    await work();
    isWorking = false;
    return read;
  });
}
afterEach(() => jest.restoreAllMocks());

const media = () => db().rows('SELECT id FROM media WHERE user_id = ?', [user.user.id]);
const upload = async () => tusOf(user).upload(await readFile(PORTRAIT));
const giveFile = async (id: number, media_id: string) =>
  expect((await user.put(`/api/posts/${id}`, { media: [{ media_id }] })).status).toBe(200);

it('frees what an item has when it is deleted, not what it had when it was read', async () => {
  const before = await filesKept();
  const { id } = await uploadVideo(user);
  const medium = await upload();
  afterReading(() => giveFile(id, medium));
  expect((await user.delete(`/api/posts/${id}`)).status).toBe(200);
  expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
  await app.running.nest.get(MediaRemoval).removeExpired();
  expect(await media()).toEqual([]);
  expect(await filesKept()).toEqual(before);
});

it('gives up a deletion that is overtaken by an edit each time, and changes nothing', async () => {
  const { id } = await uploadVideo(user);
  const others = [await upload(), await upload(), await upload()];
  afterReading(() => giveFile(id, others.pop()!), 3);
  const { status, body } = await user.delete(`/api/posts/${id}`);
  expect([status, body.error, others]).toEqual([409, 'conflict', []]);
  expect((await user.get(`/api/posts/${id}`)).body.status).toBe('pending');
  expect((await user.delete(`/api/posts/${id}`)).status).toBe(200);
  expect((await usage(user)).tasks).toBe(0);
});

describe('an account that is removed with its pending items', () => {
  it('keeps the item that is moved to another account meanwhile', async () => {
    const to = await addAccount(app.running.nest, user.user.id, { id: `9001${user.user.id}` });
    const [from] = (await user.get('/api/accounts')).body;
    const [moved, gone] = [(await uploadVideo(user)).id, (await uploadVideo(user)).id];
    afterReading(async () => {
      const { body } = await user.post('/api/posts/bulk', { ids: [moved], action: 'move', account_id: to });
      expect(body.done).toEqual([{ id: moved }]);
    });
    expect((await user.delete(`/api/accounts/${from.id}?pending=delete`)).status).toBe(200);
    expect((await user.get(`/api/posts/${moved}`)).body.account.id).toBe(to);
    expect((await user.get(`/api/posts/${gone}`)).status).toBe(404);
    const { size_bytes: bytes } = (await user.get(`/api/posts/${moved}`)).body;
    expect(await usage(user)).toEqual({ tasks: 1, bytes });
  });

  it('lets go of the file that an item was given meanwhile', async () => {
    await addAccount(app.running.nest, user.user.id, { id: `9001${user.user.id}` });
    const [from] = (await user.get('/api/accounts')).body;
    const { id } = await uploadVideo(user);
    const medium = await upload();
    afterReading(() => giveFile(id, medium));
    expect((await user.delete(`/api/accounts/${from.id}?pending=delete`)).status).toBe(200);
    expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
    expect(await media()).toEqual([]);
  });
});

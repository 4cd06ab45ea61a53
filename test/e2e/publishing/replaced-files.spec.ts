import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Answer, Client } from '../../support/client';
import { fixture } from '../../support/media';
import { addAccount } from '../../support/more-accounts';
import { tusOf } from '../../support/tus';

// Without a publisher: the posts fail by hand.
const app = useApp({ env: { ROLE: 'api' } });

let user: Client;
let accounts: Record<'facebook' | 'instagram', number>;
beforeEach(async () => {
  user = await app.users.subscriber();
  const add = (more: Parameters<typeof addAccount>[2]) => addAccount(app.running.nest, user.user.id, more);
  accounts = {
    facebook: await add({ id: '900100', name: 'Bakery', is_default: 1 }),
    instagram: await add({ id: '900200', name: 'bakery', network: 'instagram', is_default: 1 }),
  };
});

async function compose(network: 'facebook' | 'instagram', format: string, file: string, more: object = {}) {
  const media_id = await tusOf(user).upload(await readFile(fixture(file)), { filename: file });
  const { status, body } = await user.post('/api/posts', {
    targets: [{ account_id: accounts[network], format, ...more }],
    media: [{ media_id }],
    scheduled_for: '2030-12-05T12:00:00.000Z',
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.posts[0].id as number;
}

/** As the publisher leaves it. */
async function fail(id: number): Promise<void> {
  const db = app.running.nest.get(Database);
  const failed = await db.run(
    "UPDATE posts SET status = 'failed', due_at = NULL, scheduled_for = NULL WHERE id = ? AND status = 'pending'",
    [id],
  );
  if (failed === 0) return;
  await db.run('UPDATE quota_usage SET tasks_used = tasks_used - 1 WHERE user_id = ?', [user.user.id]);
}

async function replace(id: number, file: string | Buffer): Promise<Answer> {
  await fail(id);
  const form = new FormData();
  const bytes = typeof file === 'string' ? await readFile(fixture(file)) : file;
  form.append('file', new Blob([new Uint8Array(bytes)]), 'another');
  return user.put(`/api/posts/${id}/file`, form);
}

const told = ({ status, body }: Answer) =>
  status === 200 ? `${body.status} ${body.format}` : body.errors?.another?.[0];

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();

describe('another file for a failed post', () => {
  it.each([
    ['facebook', 'video', 'landscape.mp4', 'pending video'],
    ['facebook', 'video', 'portrait.mov', 'pending video'],
    ['facebook', 'video', 'portrait.mp4', 'pending video'],
    ['facebook', 'video', 'short.mp4', 'A Facebook video lasts 3 seconds to 4 hours'],
    ['facebook', 'reel', 'portrait.mp4', 'pending reel'],
    ['facebook', 'reel', 'long.mp4', 'A Facebook reel lasts 3 to 90 seconds'],
    ['facebook', 'story', 'long.mp4', 'A story lasts 3 to 60 seconds'],
    ['instagram', 'reel', 'short.mp4', 'An Instagram reel lasts 3 seconds to 15 minutes'],
  ] as const)('is taken for a %s %s by the rules of that format: %s', async (network, format, file, says) => {
    const id = await compose(network, format, 'portrait.mp4');
    expect(told(await replace(id, file))).toBe(says);
  });

  it('leaves the format of a copy of a composed post as it is, too', async () => {
    const id = await compose('facebook', 'video', 'portrait.mp4');
    const copy = (await user.post(`/api/posts/${id}/duplicate`)).body;
    expect(copy.group_id).toBe(copy.id);
    expect(told(await replace(copy.id, 'landscape.mp4'))).toBe('pending video');
  });

  it('makes of an upload to a list what its length says, as before', async () => {
    const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')]);
    const { id, format } = body.videos[0];
    const copy = (await user.post(`/api/posts/${id}/duplicate`)).body;
    expect([format, copy.format, copy.group_id]).toEqual(['reel', 'reel', null]);
    for (const each of [id, copy.id]) {
      expect(told(await replace(each, 'landscape.mp4'))).toBe(
        'Video resolution must be at least 540x960 pixels',
      );
      expect(told(await replace(each, 'long.mp4'))).toBe('pending video');
    }
  });

  it('keeps a picture as the cover, but no frame of the former film', async () => {
    const bytes = await readFile(fixture('photo.jpg'));
    const media_id = await tusOf(user).upload(bytes, { filename: 'cover.jpg', purpose: 'cover' });
    const covers = [{ media_id }, { at_ms: 1_000 }];
    const left: unknown[] = [];
    for (const cover of covers) {
      const id = await compose('facebook', 'reel', 'portrait.mp4', { cover });
      left.push((await replace(id, 'hevc.mp4')).body.cover);
    }
    expect(left).toEqual([expect.objectContaining({ file_path: expect.any(String) }), null]);
  });

  it('has a shape that Instagram takes of a photo', async () => {
    const id = await compose('instagram', 'photo', 'photo.jpg');
    expect(told(await replace(id, await picture(500, 2000)))).toBe(
      'Instagram photos are between 4:5 and 1.91:1',
    );
    const story = await compose('instagram', 'story', 'photo.jpg');
    expect(told(await replace(story, await picture(500, 2000)))).toBe('pending story');
  });
});

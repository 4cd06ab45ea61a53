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
  await db.run("UPDATE posts SET status = 'failed', due_at = NULL, scheduled_for = NULL WHERE id = ?", [id]);
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
  it('has a shape that Instagram takes of a photo', async () => {
    const id = await compose('instagram', 'photo', 'photo.jpg');
    expect(told(await replace(id, await picture(500, 2000)))).toBe(
      'Instagram photos are between 4:5 and 1.91:1',
    );
    const story = await compose('instagram', 'story', 'photo.jpg');
    expect(told(await replace(story, await picture(500, 2000)))).toBe('pending story');
  });
});

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Client } from '../../test/support/client';
import type { FakeGraphProcess } from '../../test/support/fake-graph';
import { fixture } from '../../test/support/media';
import type { Product } from './product';
import { bodyOf, send } from './video-body';

/** The Page of the nth user. */
export const pageOf = (n: number) => `7000000000${String(n).padStart(4, '0')}`;

/** Users with a plan and a Page each. */
export async function connected(product: Product, fake: FakeGraphProcess, count: number): Promise<Client[]> {
  const users = await product.subscribers(count);
  for (const [n, user] of users.entries()) {
    const [id, token] = [pageOf(n), `EAAB_bench_page_${n}`];
    await fake.addPage({ id, name: `Page ${n}`, token, userToken: `EAAB_bench_user_${n}` });
    const { status } = await user.put('/api/user/facebook-settings', { access_token: token, page_id: id });
    if (status !== 200) throw new Error(`a page could not be connected: ${status}`);
  }
  return users;
}

/** @returns the ids of the videos, of each user so many. */
export async function uploadEach(product: Product, users: Client[], each: number): Promise<number[][]> {
  const video = await readFile(fixture('portrait.mp4'));
  const ids: number[][] = [];
  for (const user of users) {
    const own: number[] = [];
    for (let n = 0; n < each; n++) {
      const body = bodyOf(Buffer.concat([video, freeBox()]));
      const answer = await send(`${product.url}/api/videos`, body, user.token);
      own.push((JSON.parse(answer) as { videos: { id: number }[] }).videos[0]!.id);
    }
    ids.push(own);
  }
  return ids;
}

/** Of random bytes: the network does not like to get the same file twice. */
function freeBox(): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('free'), randomBytes(16)]);
}

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from '../../support/client';
import { Connecting, META_APP, offeredBy } from '../../support/connecting';
import { FakeGraph } from '../../support/fake-graph';
import { fixture } from '../../support/media';
import { MAIN, Product } from '../../support/process';
import { personsPage } from '../../support/use-connecting';
import { Users } from '../../support/users';

jest.setTimeout(240_000);

const PAGES = ['90090090090001', '90090090090002', '90090090090003', '90090090090004'];

/** Parts of the time that a call usually takes, after which the process is killed. */
const MOMENTS = [0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1];

let dir: string;
let fake: FakeGraph;
let product: Product;
let token: string | undefined;

const start = async (): Promise<Product> => {
  const env = { META_APP_ID: META_APP.id, META_APP_SECRET: META_APP.secret, DIALOG_URL: fake.graphUrl };
  return (product = await Product.start(MAIN, { fake, dir, env }));
};
const user = () => new Client(product.url, token);
const accounts = async (): Promise<any[]> => (await user().get('/api/accounts')).body;

/** Kills the process so long after the call began, whether it was answered or not, and starts the next one. */
async function killDuring(call: () => Promise<unknown>, afterMs: number): Promise<void> {
  const answer = call().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await product.kill();
  await answer;
  await start();
}

async function timeOf(call: () => Promise<{ status: number }>): Promise<number> {
  const begun = performance.now();
  expect((await call()).status).toBe(201);
  return performance.now() - begun;
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pagecast-accounts-kill-'));
  fake = new FakeGraph({ app: META_APP });
  for (const id of PAGES) fake.addPage(personsPage(id));
  await fake.start();
  await start();
  const subscriber = await new Users(new Client(product.url)).subscriber();
  token = subscriber.token;
});
afterAll(async () => {
  await product.kill();
  await fake.stop();
  await rm(dir, { recursive: true, force: true, maxRetries: 10 });
});

it('connects all of the chosen Pages or none when it is killed meanwhile, and all when they are chosen again', async () => {
  const choice = { page_ids: PAGES, instagram_ids: [] };
  const offer = async () => offeredBy(await new Connecting(product).whole(user()));
  const disconnect = async () => {
    for (const { id } of await accounts())
      expect((await user().delete(`/api/accounts/${id}?pending=delete`)).status).toBe(200);
  };
  const first = await offer();
  const usualMs = await timeOf(() => user().post(`/api/connect/${first}`, choice));
  for (const part of MOMENTS) {
    await disconnect();
    const id = await offer();
    const choose = () => user().post(`/api/connect/${id}`, choice);
    await killDuring(choose, usualMs * part);
    expect([0, PAGES.length]).toContain((await accounts()).length);
    expect((await choose()).status).toBe(201);
    const connected = await accounts();
    expect(connected.map(({ remote_id }) => remote_id)).toEqual(PAGES);
    expect(connected.filter(({ is_default }) => is_default === 1)).toHaveLength(1);
  }
});

it('makes a post for each account or none when it is killed during the upload', async () => {
  const ids = (await accounts()).map(({ id }) => String(id));
  expect(ids).toHaveLength(PAGES.length);
  const upload = () =>
    user().upload('/api/videos', [fixture('portrait.mp4')], { titles: ['Once'], account_ids: ids });
  const usualMs = await timeOf(upload);
  let stored = ids.length;
  for (const part of MOMENTS) {
    await killDuring(upload, usualMs * part);
    const { body: posts } = await user().get('/api/videos?range=[0,99]');
    expect([stored, stored + ids.length]).toContain(posts.length);
    stored = posts.length;
    for (const id of ids)
      expect(posts.filter(({ account }: any) => String(account.id) === id)).toHaveLength(stored / ids.length);
    const { body } = await user().get('/api/user/subscription');
    expect(body.submissions.used).toBe(stored);
    const files = await readdir(join(dir, 'media'), { recursive: true });
    const kept = new Set(files.map((path) => basename(path)));
    for (const { file_path } of posts)
      expect(kept).toContain(basename(new URL(file_path, product.url).pathname));
  }
});

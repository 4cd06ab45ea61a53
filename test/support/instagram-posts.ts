import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Counts } from '../../backend/common/metrics/counts';
import { metaError, type FakeGraph, type Fault } from './fake-graph';
import { makePost } from './made-posts';
import { fixture, paddedVideo, saltedPhoto } from './media';
import { PublishingHarness, type ConnectedUser } from './publishing-harness';
import { tusOf } from './tus';

export const ORIGIN = 'https://pagecast.example';
export const NOT_FETCHED = metaError(9004, 2207052, 'The media could not be fetched from this URI.');

type Wanted = Omit<Parameters<typeof makePost>[2], 'network'>;

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let files = 0;

/** A file that no other post has. */
export async function fresh(name: string): Promise<Buffer> {
  const path = join(await mkdtemp(join(tmpdir(), 'pagecast-instagram-')), name);
  const salt = `number ${++files}`;
  if (name.endsWith('.png')) return readFile(fixture(name));
  await (name.endsWith('.mp4')
    ? paddedVideo(path, 90_000, { of: name, salt })
    : saltedPhoto(path, salt, name));
  const bytes = await readFile(path);
  await rm(dirname(path), { recursive: true });
  return bytes;
}

/** An app with an Instagram account, with which Meta reaches it or not. */
export function useInstagram(env: Record<string, string> = {}) {
  let harness: PublishingHarness;
  let account: ConnectedUser;
  beforeAll(async () => {
    harness = await PublishingHarness.start({ env });
    harness.fake.reach(ORIGIN, harness.app.url);
    account = await harness.addUser({ instagram: true });
  });
  afterAll(() => harness.end());
  afterEach(() => {
    harness.fake.clearFaults();
    expect(harness.fake.violations()).toEqual([]);
  });
  const upload = (...all: Buffer[]) =>
    Promise.all(all.map((bytes) => tusOf(account.client).upload(bytes, { filename: 'file' })));
  /** Posts it, and returns its end and the calls that were made for it. */
  const post = async ({ bytes, ...wanted }: Omit<Wanted, 'media'> & { bytes: Buffer[] }) => {
    const { client } = account;
    const before = harness.fake.history().length;
    const media = await upload(...bytes);
    const made = { network: 'instagram' as const, at: harness.nowToPost(), media, ...wanted };
    const id = await makePost(harness.app.running.nest, client.user.id, made);
    await harness.runToEnd(account, id);
    const { body: item } = await client.get(`/api/posts/${id}`);
    const calls = harness.fake.history().slice(before);
    const named = (name: string) => calls.filter((call) => call.name === name);
    return { item, named, outcome: [item.status, item.upload_error] };
  };
  const leasesLost = () =>
    harness.app.running.nest
      .get(Counts)
      .samples()
      .filter(
        ({ metric, labels, value }) =>
          metric === 'pagecast_publications_total' && labels.outcome === 'lease_lost' && value > 0,
      );
  const shown = (kind: string) => harness.fake.published().filter((each) => each.kind === kind);
  const fault = (given: Fault) => harness.fake.fault(given);
  return { harness: () => harness, account: () => account, upload, post, shown, fault, leasesLost };
}

export const OUT = ['published', null];
export const addressesOf = (calls: ReturnType<FakeGraph['history']>) =>
  calls.map(({ params }) => new URL(params.image_url ?? '').hostname);

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeGraph } from '../../../../test/support/fake-graph';
import { paddedVideo, saltedPhoto } from '../../../../test/support/media';
import { clockOf, TestClock } from '../../../../test/support/test-clock';
import { publishingContract, type FormatUnderTest, type NetworkUnderTest } from '../publishing.contract';
import { MetaNetworks } from './meta-networks';

const PAGE = { id: '1002003004005001', name: 'A page', token: 'EAAB_CONTRACT_', igId: '17841400000000551' };

/** A format, and the names of its calls by which faults are ordered. */
interface MetaFormat extends Pick<FormatUnderTest, 'network' | 'format'> {
  name: string;
  /** `null`: it has none. */
  file: { type: 'video' | 'image'; durationMs: number | null; of: string } | null;
  /** The files that follow the first one. */
  further?: { count: number; file: NonNullable<MetaFormat['file']> };
  firstCall: string;
  publicCall: string;
  isMute?: true;
  hasCover?: true;
}

const VIDEO = { type: 'video', durationMs: 10_000, of: 'portrait.mp4' } as const;
const PICTURE = { type: 'image', durationMs: null, of: 'photo.jpg' } as const;

const FORMATS: MetaFormat[] = [
  {
    name: 'a reel of a Page',
    network: 'facebook',
    format: 'reel',
    file: VIDEO,
    firstCall: 'reels.start',
    publicCall: 'reels.finish',
  },
  {
    name: 'a reel with a cover',
    network: 'facebook',
    format: 'reel',
    file: VIDEO,
    firstCall: 'reels.start',
    publicCall: 'reels.finish',
    hasCover: true,
  },
  {
    name: 'a long video of a Page',
    network: 'facebook',
    format: 'video',
    file: { type: 'video', durationMs: 100_000, of: 'long.mp4' },
    firstCall: 'videos.start',
    publicCall: 'videos.finish',
  },
  {
    name: 'a photo of a Page',
    network: 'facebook',
    format: 'photo',
    file: { type: 'image', durationMs: null, of: 'photo.jpg' },
    firstCall: 'photos',
    publicCall: 'feed',
  },
  {
    name: 'a text of a Page',
    network: 'facebook',
    format: 'text',
    file: null,
    firstCall: 'feed',
    publicCall: 'feed',
  },
  {
    name: 'several photos of a Page',
    network: 'facebook',
    format: 'multi_photo',
    file: { type: 'image', durationMs: null, of: 'photo.jpg' },
    further: { count: 2, file: PICTURE },
    firstCall: 'photos',
    publicCall: 'feed',
  },
  {
    name: 'a picture in the stories of a Page',
    network: 'facebook',
    format: 'story',
    file: { type: 'image', durationMs: null, of: 'photo.jpg' },
    firstCall: 'photos',
    publicCall: 'photo_stories',
    isMute: true,
  },
  {
    name: 'a video in the stories of a Page',
    network: 'facebook',
    format: 'story',
    file: VIDEO,
    firstCall: 'stories.start',
    publicCall: 'stories.finish',
    isMute: true,
  },
  {
    name: 'an Instagram reel',
    network: 'instagram',
    format: 'reel',
    file: VIDEO,
    firstCall: 'ig.create',
    publicCall: 'ig.publish',
  },
  {
    name: 'an Instagram photo',
    network: 'instagram',
    format: 'photo',
    file: PICTURE,
    firstCall: 'photos',
    publicCall: 'ig.publish',
  },
  {
    name: 'an Instagram carousel of a video and pictures',
    network: 'instagram',
    format: 'carousel',
    file: VIDEO,
    further: { count: 2, file: PICTURE },
    firstCall: 'ig.create',
    publicCall: 'ig.publish',
  },
  {
    name: 'an Instagram story of a picture',
    network: 'instagram',
    format: 'story',
    isMute: true,
    file: PICTURE,
    firstCall: 'ig.create',
    publicCall: 'ig.publish',
  },
  {
    name: 'an Instagram story of a video',
    network: 'instagram',
    format: 'story',
    isMute: true,
    file: VIDEO,
    firstCall: 'ig.create',
    publicCall: 'ig.publish',
  },
];

async function makeNetwork({ network, firstCall, publicCall }: MetaFormat): Promise<NetworkUnderTest> {
  const clock = new TestClock();
  const fake = new FakeGraph({ processingMs: 50, windowBytes: [20_000, 9_000, 31_000], now: clock.now });
  const hosts = { ...(await fake.start()), version: 'v26.0' };
  fake.addPage(PAGE);
  return {
    process: () => new MetaNetworks(hosts, clockOf(clock.now)),
    credentials: {
      accountId: network === 'facebook' ? PAGE.id : PAGE.igId,
      token: PAGE.token,
      pageId: PAGE.id,
    },
    forward: (ms) => clock.forward(ms),
    published: () => fake.published(),
    // A process that died between a transfer and its commit offers those bytes again; Meta refuses them harmlessly.
    violations: () => fake.violations().filter((violation) => !violation.startsWith('wrong-offset')),
    losePublicCall: (when) => fake.fault({ on: publicCall, do: { cut: when } }),
    loseFirstCall: () => fake.fault({ on: firstCall, do: { cut: 'before' } }),
    refuseToken: () => fake.revoke(PAGE.token),
    end: () => fake.stop(),
  };
}

describe("Meta's networks", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagecast-contract-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  for (const each of FORMATS) {
    const { name, network, format, file: first, further, isMute, hasCover } = each;
    const media = async (salt: string, file = first) => {
      if (!file)
        return { type: 'image' as const, durationMs: null, width: 0, height: 0, bytes: Buffer.alloc(0) };
      const path = join(folder, salt.replace(/\W+/g, '-'));
      await (file.type === 'image'
        ? saltedPhoto(path, salt)
        : paddedVideo(path, 90_000, { of: file.of, salt }));
      return {
        type: file.type,
        durationMs: file.durationMs,
        width: 720,
        height: 1280,
        bytes: await readFile(path),
      };
    };
    const picture = async (salt: string) => ({
      ...{ type: 'image' as const, durationMs: null, width: 800, height: 1000 },
      bytes: await readFile(await saltedPhoto(join(folder, `${salt.replace(/\W+/g, '-')}-cover.jpg`), salt)),
    });
    const others = (salt: string) =>
      Promise.all(
        Array.from({ length: further?.count ?? 0 }, (_none, n) =>
          media(`${salt}, file ${n + 2}`, further?.file),
        ),
      );
    const underTest = {
      network,
      format,
      media: (salt: string) => media(salt),
      further: others,
      ...(!first && { hasOneCall: true as const }),
      isMute,
      ...(hasCover && { cover: picture }),
    };
    publishingContract(name, underTest, () => makeNetwork(each));
  }
});

import { open } from 'node:fs/promises';
import { claimsTooMuch } from './mp4/mp4-claims';
import { Mp4Boxes } from './mp4/mp4-boxes';
import type { VideoFacts } from './rules';

/** A file that we wrote, and what was seen of it meanwhile. */
export interface WrittenVideo {
  path: string;
  sizeBytes: number;
  /** Read from the file if absent. */
  boxes?: Mp4Boxes;
  /** The prober's answer from before the file was complete. */
  early?: Promise<string | undefined>;
}

/**
 * Finds out what a local file really is, by its bytes and never by its name or declared type.
 * @param describe returns the prober's description of a file as JSON, or `undefined` if it refuses the file.
 */
export async function inspectVideo(
  { path, sizeBytes, boxes, early }: WrittenVideo,
  describe: (path: string) => Promise<string | undefined>,
): Promise<VideoFacts> {
  const seen = boxes ?? (await readBoxes(path));
  const container = seen.container ?? null;
  // Without a movie box there is nothing to probe, and a film that was cut short would end early at the network.
  if (!container || !seen.hasMovie || seen.filmBytes > sizeBytes || (await claimsTooMuch(path, sizeBytes)))
    return { sizeBytes, container, picture: null };
  // Boxes that came later may have changed the description.
  const said = seen.movieEnd === undefined ? undefined : await early?.catch(() => undefined);
  const picture = understood(said) ?? understood(await describe(path));
  return { sizeBytes, container, picture };
}

const understood = (description: string | undefined) => (description ? understandProbe(description) : null);

async function readBoxes(path: string): Promise<Mp4Boxes> {
  const boxes = new Mp4Boxes();
  const file = await open(path);
  try {
    for await (const chunk of file.createReadStream({ highWaterMark: 1024 * 1024 }))
      boxes.push(chunk as Buffer);
  } finally {
    await file.close();
  }
  return boxes;
}

interface ProbedStream {
  codec_type?: string;
  codec_name?: string;
  codec_tag_string?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  duration?: string;
  tags?: { rotate?: string };
  side_data_list?: { rotation?: number }[];
  disposition?: { attached_pic?: number };
}

/** 24 days: longer than any file of the allowed size, and than the column can hold. */
const LONGEST_S = Math.floor((2 ** 31 - 1) / 1000);

function understandProbe(json: string): VideoFacts['picture'] {
  const { streams, format } = parse(json);
  const video = streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
  );
  if (!video?.width || !video.height) return null;
  const seconds = Number(format?.duration ?? video.duration);
  if (!Number.isFinite(seconds) || seconds > LONGEST_S) return null;
  const stored = {
    width: Math.round(video.width * pixelShape(video.sample_aspect_ratio)),
    height: video.height,
  };
  const sideways = Math.abs(rotationOf(video)) % 180 === 90;
  return {
    width: sideways ? stored.height : stored.width,
    height: sideways ? stored.width : stored.height,
    durationMs: Math.round(seconds * 1000),
    codec: codecOf(video),
  };
}

/** Dolby Vision has names of its own for the codecs below it, which the prober does not know or takes for others. */
const DOLBY_VISION: Record<string, string> = {
  ...{ dvh1: 'hevc', dvhe: 'hevc', dva1: 'h264', dvav: 'h264', dav1: 'av1' },
};

const codecOf = ({ codec_name, codec_tag_string = '' }: ProbedStream): string =>
  DOLBY_VISION[codec_tag_string] ?? codec_name ?? 'unknown';

function parse(json: string): { streams: ProbedStream[]; format?: { duration?: string } | null } {
  try {
    const answer = JSON.parse(json) as { streams?: unknown; format?: { duration?: string } | null } | null;
    const streams: unknown[] = Array.isArray(answer?.streams) ? answer.streams : [];
    const isStream = (each: unknown): each is ProbedStream => typeof each === 'object' && each !== null;
    return { streams: streams.filter(isStream), format: answer?.format };
  } catch {
    return { streams: [] };
  }
}

/** `4:3` means that a stored pixel is displayed a third wider than it is high. */
function pixelShape(ratio: string | undefined): number {
  const [width, height] = (ratio ?? '1:1').split(':').map(Number);
  return width && height ? width / height : 1;
}

function rotationOf({ side_data_list, tags }: ProbedStream): number {
  const side = side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation;
  return side ?? Number(tags?.rotate ?? 0);
}

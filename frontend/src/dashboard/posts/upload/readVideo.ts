import { containerOf as containerOfBoxes } from '../../../../../backend/media/mp4/brands';
import { videoViolation } from '../../../../../backend/media/rules';
import type { Container, VideoRules } from '../../../../../backend/media/rules';
import { headOf, jpegOf, whyNothing } from './reading';
import type { Reading } from './reading';

const PATIENCE_MS = 8_000;

/**
 * Checks a file with the server's rules. If the browser does not know the codec, checks only container and size and
 * leaves the rest to the server.
 */
export async function readVideo(file: File, rules: VideoRules): Promise<Reading> {
  const nothing = await whyNothing(file);
  if (nothing) return { violation: nothing, poster: null };
  const container = await containerOf(file);
  const facts = { sizeBytes: file.size, container, picture: null };
  const early = videoViolation(rules, facts);
  if (early && early !== rules.sentences.unreadable) return { violation: early, poster: null };

  const film = await withFile(file, async (video) => {
    const picture = pictureOf(video, rules.minDurationMs);
    const violation = videoViolation(rules, { ...facts, picture });
    return violation ? { violation, poster: null } : { poster: await posterOf(video) };
  });
  return film ?? { poster: null };
}

const pictureOf = (
  { videoWidth: width, videoHeight: height, duration }: HTMLVideoElement,
  unknownMs: number,
) => ({
  width,
  height,
  durationMs: Number.isFinite(duration) ? Math.round(duration * 1000) : unknownMs,
  codec: null,
});

/** What the browser sees of a film, without judging it; undefined if it cannot decode it. */
export const lookAtVideo = (file: File) =>
  withFile(file, async (video) => ({ picture: pictureOf(video, 0), poster: await posterOf(video) }));

async function withFile<T>(
  file: File,
  look: (video: HTMLVideoElement) => Promise<T>,
): Promise<T | undefined> {
  const url = URL.createObjectURL(file);
  try {
    return await withVideo(url, look);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @returns undefined if the browser cannot decode what is at the address, or `look` fails */
export async function withVideo<T>(
  url: string,
  look: (video: HTMLVideoElement) => Promise<T>,
): Promise<T | undefined> {
  const video = document.createElement('video');
  try {
    video.muted = true;
    video.preload = 'auto';
    const loaded = happens(video, 'loadeddata');
    video.src = url;
    await loaded;
    return video.videoWidth ? await look(video) : undefined;
  } catch {
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

/** By the first box, never by the name. */
export async function containerOf(file: File): Promise<Container | null> {
  const head = await headOf(file, 12);
  const text = (from: number) => String.fromCharCode(...head.slice(from, from + 4));
  return containerOfBoxes(text(4), text(8));
}

/** Shows the frame at this time. */
export async function seek(video: HTMLVideoElement, seconds: number): Promise<void> {
  const sought = happens(video, 'seeked');
  video.currentTime = seconds;
  await sought;
}

async function posterOf(video: HTMLVideoElement): Promise<Blob | null> {
  await seek(video, Math.min(1, video.duration / 3 || 0));
  return jpegOf(video, video.videoWidth, video.videoHeight);
}

function happens(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (settle: () => void) => () => {
      clearTimeout(patience);
      settle();
    };
    const failed = () => {
      reject(new Error(`no ${event}`));
    };
    const patience = setTimeout(failed, PATIENCE_MS);
    video.addEventListener(event, give(resolve), { once: true });
    video.addEventListener('error', give(failed), { once: true });
  });
}

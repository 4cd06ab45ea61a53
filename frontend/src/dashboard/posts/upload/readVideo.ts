import { videoViolation } from '../../../../../backend/media/rules';
import type { Container, VideoRules } from '../../../../../backend/media/rules';
import { headOf, jpegOf } from './reading';
import type { Reading } from './reading';

const PATIENCE_MS = 8_000;

/**
 * Checks a file with the server's rules. If the browser does not know the codec, checks only container and size and
 * leaves the rest to the server.
 */
export async function readVideo(file: File, rules: VideoRules): Promise<Reading> {
  const container = await containerOf(file);
  const facts = { sizeBytes: file.size, container, picture: null };
  const early = videoViolation(rules, facts);
  if (early && early !== rules.sentences.unreadable) return { violation: early, poster: null };

  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  try {
    video.muted = true;
    video.preload = 'auto';
    const loaded = happens(video, 'loadeddata');
    video.src = url;
    await loaded;
    if (!video.videoWidth) return { poster: null };
    const { videoWidth: width, videoHeight: height, duration } = video;
    const durationMs = Number.isFinite(duration) ? Math.round(duration * 1000) : rules.minDurationMs;
    const violation = videoViolation(rules, {
      ...facts,
      picture: { width, height, durationMs, codec: null },
    });
    return violation ? { violation, poster: null } : { poster: await posterOf(video) };
  } catch {
    return { poster: null };
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** By the first box, never by the name: MP4 and MOV start with `ftyp` and their brand. */
async function containerOf(file: File): Promise<Container | null> {
  const head = await headOf(file, 12);
  const text = (from: number) => String.fromCharCode(...head.slice(from, from + 4));
  if (text(4) !== 'ftyp') return null;
  return text(8) === 'qt  ' ? 'mov' : 'mp4';
}

async function posterOf(video: HTMLVideoElement): Promise<Blob | null> {
  const sought = happens(video, 'seeked');
  video.currentTime = Math.min(1, video.duration / 3 || 0);
  await sought;
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

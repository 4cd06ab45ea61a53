import { ApiError } from '../../api';
import { arrival } from '../../lazyPart';
import { fetchMedium } from '../posts/upload/resumable/mediaCalls';
import { whyNothing } from '../posts/upload/reading';
import { discardUpload, endUploads, forgetUpload } from '../posts/upload/resumable/unfinishedUploads';
import { unlessStopped } from '../posts/upload/resumable/unlessStopped';
import { CANCELLED, type Way } from '../posts/upload/sendFile';
import type { Medium } from './calls';

/** Uploads a file in pieces, across losses of the connection and reloads. */
export async function sendMedium(
  file: File,
  signal: AbortSignal,
  onPercent: (percent: number) => void,
  onWay: (way: Way) => void,
  purpose: 'post' | 'cover' = 'post',
): Promise<Medium> {
  const nothing = await whyNothing(file);
  // As the server would refuse it, but in words for its user.
  if (nothing) throw new ApiError(422, 'validation_failed', nothing);
  const { transfer } = await arrival(() => import('../posts/upload/resumable/transfer'));
  const toSend = { field: '', file, title: '', description: '', time: '', poster: null, purpose };
  try {
    const url = await transfer(`compose ${purpose}`, toSend, {
      signal,
      onWay,
      onProgress: (sent, total) => {
        onPercent(Math.floor((sent / total) * 100));
      },
      onBegun: () => undefined,
    });
    const medium = await unlessStopped(signal, fetchMedium(url)).catch((error: unknown) => {
      if (signal.reason === CANCELLED) void discardUpload(url);
      throw error;
    });
    // From here on the post keeps it.
    forgetUpload(url);
    return medium;
  } finally {
    endUploads(signal);
  }
}

/** Uploads a picture that is none of the post's files. */
export const sendCover = (file: File, signal = new AbortController().signal): Promise<Medium> =>
  sendMedium(
    file,
    signal,
    () => undefined,
    () => undefined,
    'cover',
  );

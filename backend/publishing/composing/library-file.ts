import type { SharedVideoRow } from '../../shared-videos/shared-video.view';
import type { MediumRow } from '../../uploads/media-rows';

/** A video of the shared library, as far as it is like an upload. */
export type LibraryFile = Pick<
  MediumRow,
  | 'name'
  | 'type'
  | 'size_bytes'
  | 'width'
  | 'height'
  | 'duration_ms'
  | 'codec'
  | 'fingerprint'
  | 'file_key'
  | 'poster_key'
> & { shared_video_id: number };

/** The library's files are known by their rows. */
export const fingerprintOfShared = (id: number): string => `shared ${id}`;

export const fileOfLibrary = (video: SharedVideoRow): LibraryFile => ({
  shared_video_id: video.id,
  name: video.title,
  type: video.file_key.endsWith('.mov') ? 'video/quicktime' : 'video/mp4',
  // It takes none of the user's storage, but formats limit it.
  size_bytes: video.size_bytes,
  width: video.width,
  height: video.height,
  duration_ms: video.duration_ms ?? 0,
  codec: null,
  fingerprint: fingerprintOfShared(video.id),
  file_key: video.file_key,
  poster_key: video.poster_key,
});

import type { MediumFacts } from '../../../../backend/media/fits';
import { mediaUrl } from '../posts/Thumbnail';
import { containerOf, lookAtVideo } from '../posts/upload/readVideo';
import { lookAtPhoto } from '../posts/upload/readPhoto';
import type { Post, SharedVideo } from '../../types';
import type { Medium } from './calls';

/**
 * `failed`: another try may help. `refused`: the server would say the same again. `lost`: chosen before a reload, and not
 * on the server.
 */
export type FileState = 'looking' | 'waiting' | 'sending' | 'ready' | 'failed' | 'refused' | 'lost';

export interface ChosenFile {
  key: string;
  name: string;
  state: FileState;
  isFilm: boolean;
  /** Null: the browser cannot tell. */
  facts: MediumFacts | null;
  /** Shows it: of the local file, or the server's. */
  src: string | null;
  posterUrl: string | null;
  altText: string;
  /** Percent of its bytes that the server has. */
  percent: number;
  /** The connection was lost meanwhile. */
  isStuck: boolean;
  message: string | null;
  /** Of its bytes on the server; before a reload they were there. */
  mediumId: string | null;
  medium: Medium | null;
  /** It is a video of the shared library. */
  sharedVideoId: number | null;
  /** The only file of an edited post, which has no name of its own in the calls. */
  isUnnamed?: true;
}

export const newFile = (key: string, { name, type }: Pick<File, 'name' | 'type'>): ChosenFile => ({
  key,
  name,
  state: 'looking',
  isFilm: type.startsWith('video/'),
  facts: null,
  src: null,
  posterUrl: null,
  altText: '',
  percent: 0,
  isStuck: false,
  message: null,
  mediumId: null,
  medium: null,
  sharedVideoId: null,
});

/** In whichever order. */
export const areSameFiles = (some: readonly ChosenFile[], others: readonly ChosenFile[]): boolean =>
  some.length === others.length && some.every(({ key }) => others.some((other) => other.key === key));

interface Look {
  isFilm: boolean;
  facts: MediumFacts | null;
  poster: Blob | null;
}

/** What the browser sees of a file. */
export async function lookAt(file: File): Promise<Look> {
  const container = await containerOf(file);
  if (container) {
    const film = await lookAtVideo(file);
    const facts = film && { video: { sizeBytes: file.size, container, picture: film.picture } };
    return { isFilm: true, facts: facts ?? null, poster: film?.poster ?? null };
  }
  const { format, picture, poster } = await lookAtPhoto(file);
  return { isFilm: false, facts: { image: { sizeBytes: file.size, format, picture } }, poster };
}

/** What the server saw of a file, which wins. */
export function ofMedium(
  medium: Medium,
): Pick<ChosenFile, 'medium' | 'mediumId' | 'isFilm' | 'facts' | 'name'> {
  const { id: mediumId, name, type, size_bytes: sizeBytes, width, height, duration_ms: durationMs } = medium;
  if (durationMs === null) {
    const format = IMAGES[type] ?? null;
    return {
      medium,
      mediumId,
      name,
      isFilm: false,
      facts: { image: { sizeBytes, format, picture: { width, height } } },
    };
  }
  const container = type === 'video/quicktime' ? 'mov' : 'mp4';
  const picture = { width, height, durationMs, codec: null };
  return { medium, mediumId, name, isFilm: true, facts: { video: { sizeBytes, container, picture } } };
}

const IMAGES: Record<string, 'jpeg' | 'png' | 'gif'> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
};

/** A file that is on the server, as it is shown without the local one. */
export const restored = (key: string, altText: string, medium: Medium): ChosenFile => ({
  ...newFile(key, { name: medium.name, type: medium.type }),
  ...ofMedium(medium),
  state: 'ready',
  percent: 100,
  altText,
  src: mediaUrl(medium.file_path),
  posterUrl: medium.thumbnail_path && mediaUrl(medium.thumbnail_path),
});

/** A video of the shared library, which nobody has to upload. */
export const ofLibrary = (key: string, video: SharedVideo): ChosenFile => ({
  ...newFile(key, { name: video.title, type: 'video/mp4' }),
  state: 'ready',
  percent: 100,
  facts: {
    isShared: true,
    video: {
      sizeBytes: video.size_bytes,
      container: 'mp4',
      picture: { ...sizeOf(video), durationMs: video.duration_ms ?? 0, codec: null },
    },
  },
  src: mediaUrl(video.file_path),
  posterUrl: video.thumbnail_path && mediaUrl(video.thumbnail_path),
  sharedVideoId: video.id,
});

/** The files of a post that is edited. Those of a post that has lost its bytes are shown by their pictures. */
export const filesOf = ({ media, title, shared_video_id: sharedVideoId }: Post): ChosenFile[] =>
  media.map((medium, n) => {
    const { type, size_bytes: sizeBytes, duration_ms: durationMs, media_id: mediumId } = medium;
    const isFilm = type === 'video';
    const extension = /\.(\w+)(\?|$)/.exec(medium.file_path ?? '')?.[1] ?? '';
    const container = extension === 'mov' ? 'mov' : 'mp4';
    return {
      ...newFile(`p${n}`, { name: n === 0 ? title : `${title} (${n + 1})`, type: isFilm ? 'video/mp4' : '' }),
      state: 'ready',
      percent: 100,
      facts: isFilm
        ? {
            ...(sharedVideoId !== null && { isShared: true as const }),
            video: {
              sizeBytes,
              container,
              picture: { ...sizeOf(medium), durationMs: durationMs ?? 0, codec: null },
            },
          }
        : { image: { sizeBytes, format: FORMATS[extension] ?? 'jpeg', picture: sizeOf(medium) } },
      src: medium.file_path && mediaUrl(medium.file_path),
      posterUrl: medium.thumbnail_path && mediaUrl(medium.thumbnail_path),
      altText: medium.alt_text ?? '',
      mediumId,
      sharedVideoId,
      ...(mediumId === null && sharedVideoId === null && { isUnnamed: true }),
    };
  });

const FORMATS: Record<string, 'png' | 'gif'> = { png: 'png', gif: 'gif' };

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });

/** Null where it is unknown, or a picture. */
export const durationOf = ({ facts }: ChosenFile): number | null =>
  facts && 'video' in facts ? (facts.video.picture?.durationMs ?? null) : null;

/** width / height */
export function shapeOf({ facts }: ChosenFile): number {
  const picture = facts && ('video' in facts ? facts.video.picture : facts.image.picture);
  return picture ? picture.width / picture.height : 1;
}

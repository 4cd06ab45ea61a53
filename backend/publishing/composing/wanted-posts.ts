import type { MediumFacts } from '../../media/fits';
import { factsOf } from '../../uploads/medium-facts';
import type { MediumRow } from '../../uploads/media-rows';
import type { PostFormat } from '../formats/formats';
import type { LibraryFile } from './library-file';

export interface WantedFile {
  /** An upload of the user's, or a video of the shared library. */
  medium: MediumRow | LibraryFile;
  altText: string | null;
}

export const isShared = (medium: WantedFile['medium']): medium is LibraryFile => 'shared_video_id' in medium;

export const uploadsAmong = (files: readonly WantedFile[]): MediumRow[] =>
  files.flatMap(({ medium }) => (isShared(medium) ? [] : [medium]));

/** The ids of the videos of the library, each once. */
export const sharedVideosAmong = (files: readonly WantedFile[]): number[] => [
  ...new Set(files.flatMap(({ medium }) => (isShared(medium) ? [medium.shared_video_id] : []))),
];

export const factsOfFile = ({ medium }: WantedFile): MediumFacts => {
  const facts = factsOf(medium);
  return isShared(medium) && 'video' in facts ? { ...facts, isShared: true } : facts;
};

/** What is shown before a film plays: one of its frames, or a picture. */
export type WantedCover = { atMs: number } | { medium: MediumRow };

/** One post, as it is to be made for one target. */
export interface WantedPost {
  accountId: number;
  format: PostFormat;
  title: string;
  description: string | null;
  firstComment: string | null;
  link: string | null;
  cover: WantedCover | null;
  /** Null: it waits for its turn. */
  time: number | null;
}

/** What one call asks for: the same files for each target. */
export interface WantedPosts {
  files: WantedFile[];
  posts: WantedPost[];
  draft: 0 | 1;
}

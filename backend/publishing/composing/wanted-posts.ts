import type { MediumRow } from '../../uploads/media-rows';
import type { PostFormat } from '../formats/formats';

export interface WantedFile {
  medium: MediumRow;
  altText: string | null;
}

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

import type { MediaIntake } from '../../ports/storage/media-intake';
import type { PostFormat } from '../formats/formats';
import { listFor } from '../formats/lists';
import type { NewPost, NewPostMedium } from '../posts/post-creation';
import type { Candidate } from '../warnings/post-warnings';
import { isShared, type WantedFile, type WantedPost, type WantedPosts } from './wanted-posts';

/** A file of one post, with a picture of its own. */
export interface FileOfPost extends WantedFile {
  posterKey: string | null;
}

/** The row of a new post. Its bytes are those of uploads, which hold the storage, or the library's. */
export function rowOf(
  post: WantedPost,
  draft: 0 | 1,
  files: readonly FileOfPost[],
  { userId, begunAt, now }: { userId: number; begunAt: number; now: number },
): NewPost {
  const { format, time, cover } = post;
  return {
    user_id: userId,
    account_id: post.accountId,
    network: format.network,
    format: format.name,
    title: post.title,
    description: post.description,
    first_comment: post.firstComment,
    link: post.link,
    cover_at_ms: cover && 'atMs' in cover ? cover.atMs : null,
    cover_key: cover && 'medium' in cover ? cover.medium.file_key : null,
    status: 'pending',
    draft,
    scheduled_for: time,
    // A time in the begun minute means now.
    due_at: time === null || draft === 1 ? null : Math.max(time, now),
    ...fileColumns(format, files),
    created_at: begunAt,
    stored_at: now,
    further: furtherFiles(files),
  };
}

/** The columns of the first file, and the list that it puts the post in. The post itself holds no bytes. */
export function fileColumns(format: PostFormat, files: readonly FileOfPost[]) {
  const [first] = files.map(mediumOf);
  const medium = files[0]?.medium;
  return {
    shared_video_id: medium && isShared(medium) ? medium.shared_video_id : null,
    kind: listFor(format, first?.type ?? 'none').kind,
    file_key: first?.file_key ?? null,
    poster_key: first?.poster_key ?? null,
    size_bytes: 0,
    width: first?.width ?? 0,
    height: first?.height ?? 0,
    duration_ms: first?.duration_ms ?? null,
    fingerprint: first?.fingerprint ?? null,
    alt_text: first?.alt_text ?? null,
  };
}

export const furtherFiles = (files: readonly FileOfPost[]): NewPostMedium[] => files.slice(1).map(mediumOf);

const mediumOf = ({ medium, altText, posterKey }: FileOfPost): NewPostMedium => ({
  type: medium.duration_ms === null ? 'image' : 'video',
  file_key: medium.file_key,
  poster_key: posterKey,
  size_bytes: medium.size_bytes,
  width: medium.width ?? 0,
  height: medium.height ?? 0,
  duration_ms: medium.duration_ms,
  fingerprint: medium.fingerprint,
  alt_text: altText,
});

/** What warnings judge a post by before it is stored. */
export const candidateOf = (
  { accountId, format, title, description, time }: WantedPost,
  { files, draft }: WantedPosts,
  now: number,
): Candidate => ({
  account_id: accountId,
  network: format.network,
  format: format.name,
  title,
  description,
  posted_text: null,
  status: 'pending',
  scheduled_for: time,
  due_at: time === null || draft === 1 ? null : Math.max(time, now),
  published_at: null,
  draft,
  fingerprint: files[0]?.medium.fingerprint ?? null,
  further: files.slice(1).flatMap(({ medium }) => medium.fingerprint ?? []),
});

/** The pictures of new posts. A post keeps its pictures when the bytes are gone, so it has its own. */
export class PostersOfPosts {
  private readonly kept: string[] = [];

  constructor(private readonly intake: MediaIntake) {}

  /** @returns the files of each post */
  async copyFor({
    files,
    posts,
  }: Pick<WantedPosts, 'files'> & { posts: readonly unknown[] }): Promise<FileOfPost[][]> {
    const ofPosts: FileOfPost[][] = posts.map(() => []);
    for (const file of files) {
      const copies = await Promise.allSettled(posts.map(() => this.posterOf(file)));
      for (const [n, copy] of copies.entries()) {
        // All of them have ended, so that `undo` finds each.
        if (copy.status === 'rejected') throw copy.reason;
        ofPosts[n]?.push({ ...file, posterKey: copy.value });
      }
    }
    return ofPosts;
  }

  /** @param why the failure of the unit that was to name them, if it failed */
  undo(why: unknown): Promise<void> {
    return this.intake.undo(this.kept, why);
  }

  /** That of the library stays the library's. */
  private async posterOf({ medium }: WantedFile): Promise<string | null> {
    if (isShared(medium)) return medium.poster_key;
    return this.intake.copyPoster(medium.poster_key, this.kept);
  }
}

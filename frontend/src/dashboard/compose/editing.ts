import { inputValue, scheduleTime } from '../../zone';
import type { Post } from '../../types';
import { mediaUrl } from '../posts/Thumbnail';
import type { PostChange } from './calls';
import { filesOf, type ChosenFile } from './chosenFile';
import { coverOf, fileIn, type FittingTarget } from './sending';
import type { Cover, EditedPost } from './unsentPost';

/** A post as its fields show it. */
export const fieldsOfPost = (post: Post, zone: string): EditedPost => ({
  title: post.title,
  text: post.description ?? '',
  firstComment: post.first_comment ?? '',
  link: post.link ?? '',
  time: post.scheduled_for === null ? '' : inputValue(new Date(post.scheduled_for), zone),
  cover: coverIn(post),
  targets: [],
  draft: post.draft === 1,
  toGroup: false,
});

function coverIn({ cover }: Post): Cover | null {
  if (!cover) return null;
  if (cover.at_ms !== undefined) return { atMs: cover.at_ms };
  return { mediumId: cover.media_id ?? '', name: '', path: mediaUrl(cover.file_path ?? '') };
}

const isSameCover = (one: Cover | null, other: Cover | null): boolean =>
  JSON.stringify(idOf(one)) === JSON.stringify(idOf(other));
const idOf = (cover: Cover | null) =>
  cover && ('atMs' in cover ? { at: cover.atMs } : { of: cover.mediumId });

/** Compared in their order. */
const isSameFiles = (before: readonly ChosenFile[], now: readonly ChosenFile[]): boolean =>
  before.length === now.length &&
  before.every(({ key, altText }, n) => now[n]?.key === key && now[n].altText.trim() === altText.trim());

/** A form and its files, as they were read or last stored, and as they are now. */
export interface Edit {
  before: EditedPost;
  now: EditedPost;
  filesBefore: readonly ChosenFile[];
  files: readonly ChosenFile[];
}

/** With another film, an untouched frame is one of that film, which Facebook gets as another picture. */
export const isCoverToSend = ({ before, now, filesBefore, files }: Edit): boolean =>
  !isSameCover(before.cover, now.cover) ||
  (now.cover !== null && 'atMs' in now.cover && filesBefore[0]?.key !== files[0]?.key);

/**
 * What is to change. Fields that nobody touched are absent, so that what another tab saved stays.
 * @param targets all that get the cover
 * @param frameId of the upload that shows the chosen frame, if it is needed
 */
export function changeOf(edit: Edit, targets: readonly FittingTarget[], frameId: string | null): PostChange {
  const { before, now, filesBefore, files } = edit;
  const change: PostChange = {};
  const words = (value: string) => value.trim();
  if (words(now.title) !== words(before.title)) change.title = words(now.title);
  if (words(now.text) !== words(before.text)) change.description = words(now.text) || null;
  if (words(now.firstComment) !== words(before.firstComment))
    change.first_comment = words(now.firstComment) || null;
  if (words(now.link) !== words(before.link)) change.link = words(now.link) || null;
  if (!isSameFiles(filesBefore, files)) change.media = files.flatMap(fileIn);
  if (isCoverToSend(edit)) {
    const network = targets.some((target) => target.network === 'facebook') ? 'facebook' : 'instagram';
    change.cover = coverOf(now.cover, network, frameId)?.cover ?? null;
  }
  if (now.draft !== before.draft) change.draft = now.draft ? 1 : 0;
  if (now.toGroup && Object.keys(change).length > 0) change.apply_to_group = 1;
  return change;
}

/** The new time for the call; null: none. Undefined: it stays. */
export const newTime = ({ before, now }: Pick<Edit, 'before' | 'now'>): string | null | undefined =>
  now.time === before.time ? undefined : now.time === '' ? null : scheduleTime(now.time);

/**
 * Whether the time has to change before all else, so that the post does not go out in between: with its old text because
 * the new time has come, or at its old time because it was released.
 */
export function isTimeFirst({ before, now }: Pick<Edit, 'before' | 'now'>): boolean {
  if (before.draft) return true;
  if (now.draft || now.time === '') return false;
  return before.time === '' || now.time > before.time;
}

/** What the server has, as its form knows it. */
export interface Stored {
  post: Post;
  fields: EditedPost;
  files: readonly ChosenFile[];
}

export const storedPost = (post: Post, zone: string): Stored => ({
  post,
  fields: fieldsOfPost(post, zone),
  files: filesOf(post),
});

/** Once the server has taken the time alone. Of its answer, what others changed is still news to the form. */
export const withTime = (stored: Stored, { now }: Edit, { scheduled_for }: Post): Stored => ({
  ...stored,
  post: { ...stored.post, scheduled_for },
  fields: { ...stored.fields, time: now.time },
});

/** Once the server has taken all but the time. */
export function withContent(stored: Stored, { now, files }: Edit, change: PostChange, answer: Post): Stored {
  const { fields, post } = stored;
  const names = Object.keys(change).flatMap((name) => (name === 'media' ? OF_FILES : name));
  const own = Object.entries(answer).filter(([name]) => names.includes(name));
  return {
    post: { ...post, ...Object.fromEntries(own) },
    fields: { ...now, time: fields.time, toGroup: fields.toGroup },
    files,
  };
}

/** What other files change. */
const OF_FILES = ['media', 'shared_video_id', 'cover'];

/** Whether the server has what the form knows of. */
export const isSamePost = (one: Post, other: Post, zone: string): boolean =>
  contentOf(one, zone) === contentOf(other, zone);

const contentOf = (post: Post, zone: string): string => {
  const { cover, ...fields } = fieldsOfPost(post, zone);
  // Links to files are signed anew each time.
  const media = post.media.map(({ media_id, alt_text, size_bytes }) => [media_id, alt_text, size_bytes]);
  return JSON.stringify([fields, idOf(cover), media, post.shared_video_id]);
};

/** The fields that differ; null: none. */
export function touchedOf(before: EditedPost, now: EditedPost): Partial<EditedPost> | null {
  const names = Object.keys(now) as (keyof EditedPost)[];
  const touched = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
  return touched.length > 0 ? Object.fromEntries(touched.map((name) => [name, now[name]])) : null;
}

import { violationOf } from '../../media/fits';
import { coverViolation } from '../composing/part-readers';
import type { Refusals } from '../composing/refusals';
import { factsOfFile } from '../composing/wanted-posts';
import { commentViolation, STORY_NEEDS_TIME, textViolation } from '../composing/text-limits';
import { formatOf } from '../formats/lists';
import type { PostRow } from '../posts/post.view';
import type { PostChange } from './change-reader';

/**
 * The change as this post takes it, by the rules of its format. A story ignores what is meant for its whole group; what
 * is meant for it alone is a mistake.
 */
export function changeFor(
  post: PostRow,
  change: PostChange,
  { isAsked, maxVideoBytes }: { isAsked: boolean; maxVideoBytes: number },
  refusals: Refusals,
): PostChange {
  const format = formatOf(post);
  refuseFiles(post, change, maxVideoBytes, refusals);
  if (isAsked) refuseAltText(post, change, refusals);
  if (change.link && format.media !== 'none') refusals.add('link', 'A link belongs to a text post.');
  if (!format.fleeting) {
    refuseTexts(post, change, refusals);
    refuseCover(post, change, refusals);
    return isAsked ? change : { ...change, altText: undefined };
  }
  if (change.draft === 0 && post.scheduled_for === null) refusals.add('scheduled_for', STORY_NEEDS_TIME);
  if (isAsked) refuseOfStory(change, refusals);
  return { title: change.title, draft: change.draft, files: change.files, altText: change.altText };
}

function refuseFiles(post: PostRow, { files }: PostChange, maxVideoBytes: number, refusals: Refusals): void {
  if (!files) return;
  const broken = violationOf(post, files.map(factsOfFile), maxVideoBytes);
  const file = broken?.file === undefined ? undefined : files[broken.file];
  if (broken) refusals.add('media', file ? `${file.medium.name}: ${broken.message}` : broken.message);
}

function refuseAltText(post: PostRow, { altText }: PostChange, refusals: Refusals): void {
  if (altText === undefined) return;
  const { media, files } = formatOf(post);
  if (media === 'none') refusals.add('media', `A post of ${post.format} has no files`);
  else if (files) refusals.add('media', 'Name all files of this post by their ids.');
}

function refuseTexts(
  { network, format }: PostRow,
  { description, firstComment }: PostChange,
  refusals: Refusals,
): void {
  if (description === null && formatOf({ network, format }).media === 'none')
    refusals.add('description', 'A text post needs a text.');
  const tooMuch = description ? textViolation(network, description) : undefined;
  if (tooMuch !== undefined) refusals.add('description', tooMuch);
  const tooLong = firstComment ? commentViolation(network, firstComment) : undefined;
  if (tooLong !== undefined) refusals.add('first_comment', tooLong);
}

/** Also a frame that stays has to lie within a new film. */
function refuseCover(post: PostRow, { cover, files }: PostChange, refusals: Refusals): void {
  const staying = files?.[0] && post.cover_at_ms !== null ? { atMs: post.cover_at_ms } : null;
  const wanted = cover === undefined ? staying : cover;
  if (!wanted) return;
  const durationMs = files ? (files[0]?.medium.duration_ms ?? null) : post.duration_ms;
  const sentence =
    formatOf(post).media === 'video'
      ? coverViolation(wanted, durationMs)
      : 'Only reels and videos have a cover.';
  if (sentence !== undefined) refusals.add('cover', sentence);
}

function refuseOfStory({ description, firstComment, cover }: PostChange, refusals: Refusals): void {
  if (description) refusals.add('description', 'A story has no text.');
  if (firstComment) refusals.add('first_comment', 'A story has no first comment.');
  if (cover) refusals.add('cover', 'A story has no cover.');
}

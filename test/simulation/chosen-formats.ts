import { FACEBOOK_STORY_FORMAT } from '../../backend/publishing/formats/facebook-story';
import type { PostFormat } from '../../backend/publishing/formats/formats';
import { formatIn, listOf } from '../../backend/publishing/formats/lists';
import { Draws } from './draws';
import type { Deed, Step } from './plan';

/** What an upload becomes: some of what has a time goes into the stories of the Page. */
export function formatOfUpload(
  seed: number,
  { id, kind, inMs, long }: Step & Extract<Deed, { do: 'upload' }>,
): PostFormat {
  const isStory = new Draws('formats of uploads', seed, id).chance(0.3);
  if (!isStory || inMs === null || long || kind === 'instagram_video') return formatIn(listOf(kind));
  return { ...FACEBOOK_STORY_FORMAT, list: listOf(kind) };
}

import { FACEBOOK_STORY_FORMAT } from '../../backend/publishing/formats/facebook-story';
import type { PostFormat } from '../../backend/publishing/formats/formats';
import {
  INSTAGRAM_CAROUSEL_FORMAT,
  INSTAGRAM_PHOTO_FORMAT,
} from '../../backend/publishing/formats/instagram-photo';
import { INSTAGRAM_STORY_FORMAT } from '../../backend/publishing/formats/instagram-story';
import { formatIn, formatNamed, listOf } from '../../backend/publishing/formats/lists';
import { PostCreation } from '../../backend/publishing/posts/post-creation';
import type { NetworkName } from '../../backend/ports/networks/network';
import { Draws } from './draws';
import type { Deed, Step } from './plan';

/** What an upload becomes: some of what has a time becomes a story, and some photos go to Instagram. */
export function formatOfUpload(
  seed: number,
  { id, kind, inMs, long }: Step & Extract<Deed, { do: 'upload' }>,
): PostFormat {
  const list = listOf(kind);
  const isStory = new Draws('formats of uploads', seed, id).chance(0.3) && inMs !== null && !long;
  const chance = new Draws('formats on Instagram', seed, id);
  if (kind === 'instagram_video') return isStory ? INSTAGRAM_STORY_FORMAT : formatIn(list);
  const isOnInstagram = kind === 'photo' && chance.chance(0.5);
  if (isStory) return { ...(isOnInstagram ? PICTURE_STORY : FACEBOOK_STORY_FORMAT), list };
  return isOnInstagram ? chance.pick([INSTAGRAM_PHOTO_FORMAT, INSTAGRAM_CAROUSEL_FORMAT]) : formatIn(list);
}

/** What a composed post becomes on an account; undefined if the account takes none such. */
export function formatOfTarget(
  seed: number,
  { id, of, files, long, inMs, draft }: Step & Extract<Deed, { do: 'compose' }>,
  { id: accountId, network }: { id: number; network: NetworkName },
): PostFormat | undefined {
  const chance = new Draws('formats of targets', seed, id, accountId);
  const isStory = files === 1 && !long && (inMs !== null || draft) && chance.chance(0.2);
  const on = (name: string) => formatNamed(network, isStory ? 'story' : name);
  if (of === 'text') return network === 'facebook' ? on('text') : undefined;
  if (of === 'film') return on(network === 'facebook' && long ? 'video' : 'reel');
  if (files === 1) return on('photo');
  return on(network === 'facebook' ? 'multi_photo' : 'carousel');
}

const PICTURE_STORY = { ...INSTAGRAM_STORY_FORMAT, media: 'image' as const };

/** Gives each carousel its file a second time: two items, and nothing else to store. */
export class CarouselsOfTwo extends PostCreation {
  override insert(...[user, limits, posts, ...rest]: Parameters<PostCreation['insert']>) {
    const doubled = posts.map((post) => {
      const { format, file_key, width, height, size_bytes } = post;
      if (format !== 'carousel' || post.further) return post;
      return { ...post, further: [{ type: 'image' as const, file_key, width, height, size_bytes }] };
    });
    return super.insert(user, limits, doubled, ...rest);
  }
}

import type { FormatDeclaration } from './declaration';
import { FACEBOOK_PHOTO_FORMAT } from './facebook-photo';
import { FACEBOOK_VIDEO_FORMAT } from './facebook-video';
import { INSTAGRAM_REEL_FORMAT } from './instagram-reel';

/** Everything a post can become. The menu shows the lists in this order. */
export const FORMATS = [
  FACEBOOK_VIDEO_FORMAT,
  INSTAGRAM_REEL_FORMAT,
  FACEBOOK_PHOTO_FORMAT,
] as const satisfies readonly FormatDeclaration[];

export type FormatName = (typeof FORMATS)[number]['name'];

/** The list that a post belongs to. */
export type PostKind = (typeof FORMATS)[number]['list']['kind'];

export type PostTopic = (typeof FORMATS)[number]['list']['topic'];

export interface PostList extends Omit<FormatDeclaration['list'], 'kind' | 'topic'> {
  kind: PostKind;
  topic: PostTopic;
}

export interface PostFormat extends Omit<FormatDeclaration, 'name' | 'list'> {
  name: FormatName;
  list: PostList;
}

import type { FormatDeclaration } from './declaration';
import { FACEBOOK_MULTI_PHOTO_FORMAT, FACEBOOK_PHOTO_FORMAT } from './facebook-photo';
import { FACEBOOK_STORY_FORMAT } from './facebook-story';
import { FACEBOOK_TEXT_FORMAT } from './facebook-text';
import { FACEBOOK_REEL_FORMAT, FACEBOOK_VIDEO_FORMAT } from './facebook-video';
import { INSTAGRAM_CAROUSEL_FORMAT, INSTAGRAM_PHOTO_FORMAT } from './instagram-photo';
import { INSTAGRAM_REEL_FORMAT } from './instagram-reel';
import { INSTAGRAM_STORY_FORMAT } from './instagram-story';

/** Everything a post can become. The first format of a list is what is uploaded to it. The menu shows the lists in this order. */
export const FORMATS = [
  FACEBOOK_VIDEO_FORMAT,
  INSTAGRAM_REEL_FORMAT,
  FACEBOOK_PHOTO_FORMAT,
  FACEBOOK_REEL_FORMAT,
  FACEBOOK_MULTI_PHOTO_FORMAT,
  FACEBOOK_STORY_FORMAT,
  FACEBOOK_TEXT_FORMAT,
  INSTAGRAM_PHOTO_FORMAT,
  INSTAGRAM_CAROUSEL_FORMAT,
  INSTAGRAM_STORY_FORMAT,
] as const satisfies readonly FormatDeclaration[];

export type FormatName = (typeof FORMATS)[number]['name'];

/** The list that a post belongs to. */
export type PostKind = (typeof FORMATS)[number]['list']['kind'];

export type PostTopic = (typeof FORMATS)[number]['list']['topic'];

export interface PostList extends Omit<FormatDeclaration['list'], 'kind' | 'topic' | 'stream'> {
  kind: PostKind;
  topic: PostTopic;
  stream?: PostKind;
}

export interface PostFormat extends Omit<FormatDeclaration, 'name' | 'list' | 'picture' | 'shorter'> {
  name: FormatName;
  list: PostList;
  picture?: { rules: NonNullable<FormatDeclaration['picture']>['rules']; list: PostList };
  shorter?: { upToMs: number; format: FormatName };
}

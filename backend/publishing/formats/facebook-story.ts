import { FACEBOOK_STORY } from '../../media/fits';
import { PHOTO } from '../../media/rules';
import type { FormatDeclaration } from './declaration';
import { FACEBOOK_VIDEOS } from './lists-of-facebook';
import { PHOTOS } from './photos';

export const FACEBOOK_STORY_FORMAT = {
  network: 'facebook',
  name: 'story',
  media: 'video',
  rules: FACEBOOK_STORY,
  list: FACEBOOK_VIDEOS,
  picture: { rules: PHOTO, list: PHOTOS },
  fleeting: true,
} as const satisfies FormatDeclaration;

import { INSTAGRAM_STORY, INSTAGRAM_STORY_PICTURE } from '../../media/fits';
import type { FormatDeclaration } from './declaration';
import { INSTAGRAM_VIDEOS } from './instagram-videos';
import { PHOTOS } from './photos';

export const INSTAGRAM_STORY_FORMAT = {
  network: 'instagram',
  name: 'story',
  media: 'video',
  rules: INSTAGRAM_STORY,
  list: INSTAGRAM_VIDEOS,
  picture: { rules: INSTAGRAM_STORY_PICTURE, list: PHOTOS },
  fleeting: true,
} as const satisfies FormatDeclaration;

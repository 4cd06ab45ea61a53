import { INSTAGRAM_VIDEO } from '../../media/rules';
import type { FormatDeclaration } from './declaration';
import { INSTAGRAM_VIDEOS } from './instagram-videos';

export const INSTAGRAM_REEL_FORMAT = {
  network: 'instagram',
  name: 'reel',
  media: 'video',
  rules: INSTAGRAM_VIDEO,
  list: INSTAGRAM_VIDEOS,
} as const satisfies FormatDeclaration;

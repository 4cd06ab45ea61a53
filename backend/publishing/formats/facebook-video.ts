import { FACEBOOK_REEL } from '../../media/fits';
import { FACEBOOK_VIDEO } from '../../media/rules';
import type { FormatDeclaration } from './declaration';
import { FACEBOOK_VIDEOS } from './lists-of-facebook';

/** A film for a Page. */
export const FACEBOOK_VIDEO_FORMAT = {
  network: 'facebook',
  name: 'video',
  media: 'video',
  rules: FACEBOOK_VIDEO,
  // The longest reel that Meta accepts (guide "Reels Publishing").
  shorter: { upToMs: 90_000, format: 'reel' },
  list: FACEBOOK_VIDEOS,
} as const satisfies FormatDeclaration;

export const FACEBOOK_REEL_FORMAT = {
  network: 'facebook',
  name: 'reel',
  media: 'video',
  rules: FACEBOOK_REEL,
  // Limit on reels published by the API (same guide).
  mostADay: 30,
  list: FACEBOOK_VIDEOS,
} as const satisfies FormatDeclaration;

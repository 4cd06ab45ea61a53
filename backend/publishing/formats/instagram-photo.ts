import { INSTAGRAM_PHOTO } from '../../media/fits';
import type { FormatDeclaration } from './declaration';
import { PHOTOS } from './photos';

export const INSTAGRAM_PHOTO_FORMAT = {
  network: 'instagram',
  name: 'photo',
  media: 'image',
  rules: INSTAGRAM_PHOTO,
  list: PHOTOS,
} as const satisfies FormatDeclaration;

/** Pictures and films in one post, which the network counts once. */
export const INSTAGRAM_CAROUSEL_FORMAT = {
  ...INSTAGRAM_PHOTO_FORMAT,
  name: 'carousel',
  files: { from: 2, to: 10 },
} as const satisfies FormatDeclaration;

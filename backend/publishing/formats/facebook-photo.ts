import { PHOTO } from '../../media/rules';
import type { FormatDeclaration } from './declaration';
import { PHOTOS } from './photos';

export const FACEBOOK_PHOTO_FORMAT = {
  network: 'facebook',
  name: 'photo',
  media: 'image',
  rules: PHOTO,
  list: PHOTOS,
} as const satisfies FormatDeclaration;

/** Several pictures in one post. */
export const FACEBOOK_MULTI_PHOTO_FORMAT = {
  ...FACEBOOK_PHOTO_FORMAT,
  name: 'multi_photo',
  files: { from: 2, to: 10 },
} as const satisfies FormatDeclaration;

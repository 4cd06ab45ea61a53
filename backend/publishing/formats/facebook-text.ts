import { PHOTO } from '../../media/rules';
import type { FormatDeclaration } from './declaration';
import { TEXTS } from './lists-of-facebook';

/** A text, with or without a link. It has no file, so its rules are never asked. */
export const FACEBOOK_TEXT_FORMAT = {
  network: 'facebook',
  name: 'text',
  media: 'none',
  rules: PHOTO,
  list: TEXTS,
} as const satisfies FormatDeclaration;

import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export const IS_PUBLIC = 'pagecast:public';

/** Tells the API document that a call needs no token. */
export const PUBLIC_EXTENSION = 'x-public';

export type ForWhom = 'everybody' | 'callers on this machine' | 'nobody';

/**
 * Marks a call that needs no token, or none on this machine. All other calls need one: a route without this mark is
 * closed, not open.
 */
export const Public = (forWhom: ForWhom = 'everybody') =>
  applyDecorators(SetMetadata(IS_PUBLIC, forWhom), ApiExtension(PUBLIC_EXTENSION, forWhom === 'everybody'));

import { SetMetadata } from '@nestjs/common';

export const IS_PUBLIC = 'pagecast:public';

export type ForWhom = 'everybody' | 'callers on this machine' | 'nobody';

/**
 * A call that needs no token, or none on this machine. All others do: a route that forgets to say so is closed, not
 * open.
 */
export const Public = (forWhom: ForWhom = 'everybody') => SetMetadata(IS_PUBLIC, forWhom);

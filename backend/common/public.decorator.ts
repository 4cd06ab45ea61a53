import { SetMetadata } from '@nestjs/common';

export const IS_PUBLIC = 'pagecast:public';

/** A call that needs no token. All others do: a route that forgets to say so is closed, not open. */
export const Public = () => SetMetadata(IS_PUBLIC, true);

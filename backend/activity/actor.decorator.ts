import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CallerRequest } from '../common/http/caller.decorator';
import '../common/http/client-address.decorator';
import type { Actor } from './activity';

/** The signed-in user and their address, as the actor of a logged deed. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { user, clientAddress } = context.switchToHttp().getRequest<CallerRequest>();
  return { id: user.id, address: clientAddress };
});

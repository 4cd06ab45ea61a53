import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The authenticated caller. */
export interface Caller {
  id: number;
  /** Id of the session's row, not the id in the token. */
  sessionId: number;
  isAdmin: boolean;
  canUseSharedVideos: boolean;
  /** Whether a subscription is active. */
  hasPlan: boolean;
  /** IANA name. */
  timezone: string;
}

export type CallerRequest = FastifyRequest & { user: Caller };

/** The signed-in user, put on the request by the JWT guard. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => context.switchToHttp().getRequest<CallerRequest>().user,
);

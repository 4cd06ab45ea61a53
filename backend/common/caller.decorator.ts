import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who calls, as far as every module may know it. */
export interface Caller {
  id: number;
  /** Of the row; the token holds another one. */
  sessionId: number;
  isAdmin: boolean;
  canUseSharedVideos: boolean;
  /** IANA name. */
  timezone: string;
}

export type CallerRequest = FastifyRequest & { user: Caller };

/** The signed-in user, put on the request by the JWT guard. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => context.switchToHttp().getRequest<CallerRequest>().user,
);

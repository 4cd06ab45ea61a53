import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { CallerRequest } from '../common/caller.decorator';
import { unauthorized } from '../common/errors';
import { IS_PUBLIC } from '../common/public.decorator';
import { RateLimits } from '../common/rate-limits';

/** Every call needs a token unless it says `@Public()`; a caller has so many requests a minute. */
@Injectable()
export class JwtGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(IS_PUBLIC, [context.getHandler(), context.getClass()]))
      return true;
    await super.canActivate(context);
    await this.limits.consume('call', context.switchToHttp().getRequest<CallerRequest>().user.id);
    return true;
  }

  /** A fault of ours, such as a database that is away, is no bad token: nobody is signed out for it. */
  override handleRequest<T>(error: unknown, user: T | false): T {
    if (user) return user;
    throw (error as Error | null) ?? unauthorized();
  }
}

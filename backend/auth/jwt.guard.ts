import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { CallerRequest } from '../common/http/caller.decorator';
import { unauthorized } from '../common/errors/errors';
import { IS_PUBLIC, type ForWhom } from '../common/http/public.decorator';
import { RateLimits } from '../common/limits/rate-limits';
import { isLocalCaller } from '../common/http/local-caller';
import { JwtStrategy } from './jwt.strategy';

/** Requires a token for every call without `@Public()`, and limits the requests per caller and minute. */
@Injectable()
export class JwtGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly strategy: JwtStrategy,
    private readonly limits: RateLimits,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<CallerRequest>();
    const places = [context.getHandler(), context.getClass()];
    const forWhom = this.reflector.getAllAndOverride<ForWhom | undefined>(IS_PUBLIC, places);
    if (forWhom === 'everybody') return true;
    if (forWhom === 'callers on this machine' && isLocalCaller(request)) return true;
    const known = await this.strategy.recognize(request);
    if (known) request.user = known;
    else await super.canActivate(context);
    await this.limits.consume('call', request.user.id);
    return true;
  }

  /** A fault of ours, such as an unreachable database, is not a bad token and must not sign the user out. */
  override handleRequest<T>(error: unknown, user: T | false): T {
    if (user) return user;
    throw (error as Error | null) ?? unauthorized();
  }
}

import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { CallerRequest } from '../common/http/caller.decorator';
import { subscriptionRequired } from '../common/errors/errors';

/** Refuses callers without an active subscription. */
@Injectable()
export class ActiveSubscriptionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (context.switchToHttp().getRequest<CallerRequest>().user.hasPlan) return true;
    throw subscriptionRequired();
  }
}

import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { CallerRequest } from '../common/caller.decorator';
import { Quota } from './quota';

/** Refuses callers without an active subscription. */
@Injectable()
export class ActiveSubscriptionGuard implements CanActivate {
  constructor(private readonly quota: Quota) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.quota.limits(context.switchToHttp().getRequest<CallerRequest>().user.id);
    return true;
  }
}

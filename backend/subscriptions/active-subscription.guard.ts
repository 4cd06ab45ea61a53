import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/http/caller.decorator';
import { subscriptionRequired, type DomainError } from '../common/errors/errors';
import { CallerGuard } from '../common/http/caller.guard';

/** Refuses callers without an active subscription. */
@Injectable()
export class ActiveSubscriptionGuard extends CallerGuard {
  protected override refusalFor({ hasPlan }: Caller): DomainError | undefined {
    return hasPlan ? undefined : subscriptionRequired();
  }
}

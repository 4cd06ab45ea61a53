import { Injectable, Optional, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { DomainError } from '../errors/errors';
import type { Caller, CallerRequest } from './caller.decorator';

/** Answers calls whose caller is refused. Without one, the refusal itself is the answer. */
export abstract class CallerRefusals {
  /** @throws DomainError always */
  abstract refuse(context: ExecutionContext, refusal: DomainError): Promise<never>;
}

/** Refuses callers by who they are. */
@Injectable()
export abstract class CallerGuard implements CanActivate {
  constructor(@Optional() private readonly refusals?: CallerRefusals) {}

  protected abstract refusalFor(caller: Caller): DomainError | undefined;

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const refusal = this.refusalFor(context.switchToHttp().getRequest<CallerRequest>().user);
    if (!refusal) return true;
    await this.refusals?.refuse(context, refusal);
    throw refusal;
  }
}

import { Injectable } from '@nestjs/common';
import { CallerGuard } from './caller.guard';
import { adminsOnly, type DomainError } from '../errors/errors';
import type { Caller } from './caller.decorator';

@Injectable()
export class AdminGuard extends CallerGuard {
  protected override refusalFor({ isAdmin }: Caller): DomainError | undefined {
    return isAdmin ? undefined : adminsOnly();
  }
}

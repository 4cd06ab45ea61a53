import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/http/caller.decorator';
import { forbidden, type DomainError } from '../common/errors/errors';
import { CallerGuard } from '../common/http/caller.guard';

@Injectable()
export class CategoryAdminGuard extends CallerGuard {
  protected override refusalFor({ isAdmin }: Caller): DomainError | undefined {
    return isAdmin ? undefined : forbidden('Only administrators can manage categories.');
  }
}

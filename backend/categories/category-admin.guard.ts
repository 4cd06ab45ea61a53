import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { CallerRequest } from '../common/http/caller.decorator';
import { forbidden } from '../common/errors/errors';

@Injectable()
export class CategoryAdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (context.switchToHttp().getRequest<CallerRequest>().user.isAdmin) return true;
    throw forbidden('Only administrators can manage categories.');
  }
}

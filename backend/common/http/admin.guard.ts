import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { CallerRequest } from './caller.decorator';
import { forbidden } from '../errors/errors';

@Injectable()
export class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (context.switchToHttp().getRequest<CallerRequest>().user.isAdmin) return true;
    throw forbidden('Only administrators can do this.');
  }
}

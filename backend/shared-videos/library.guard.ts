import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Caller, CallerRequest } from '../common/http/caller.decorator';
import { forbidden } from '../common/errors/errors';

export const mayUseLibrary = ({ isAdmin, canUseSharedVideos }: Caller): boolean =>
  isAdmin || canUseSharedVideos;

export const libraryForbidden = () => forbidden('You need permission to access shared videos.');

@Injectable()
export class LibraryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (mayUseLibrary(context.switchToHttp().getRequest<CallerRequest>().user)) return true;
    throw libraryForbidden();
  }
}

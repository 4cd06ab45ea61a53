import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/http/caller.decorator';
import { forbidden, type DomainError } from '../common/errors/errors';
import { CallerGuard } from '../common/http/caller.guard';

export const mayUseLibrary = ({ isAdmin, canUseSharedVideos }: Caller): boolean =>
  isAdmin || canUseSharedVideos;

export const libraryForbidden = () => forbidden('You need permission to access shared videos.');

@Injectable()
export class LibraryGuard extends CallerGuard {
  protected override refusalFor(caller: Caller): DomainError | undefined {
    return mayUseLibrary(caller) ? undefined : libraryForbidden();
  }
}

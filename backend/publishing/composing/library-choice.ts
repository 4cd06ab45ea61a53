import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../common/http/caller.decorator';
import { Clock } from '../../common/time/clock';
import { required, textOf, type Statement } from '../../database/database';
import { query } from '../../database/tables';
import { DatabaseTime } from '../../database/database-time';
import type { NetworkName } from '../../ports/networks/network';
import { libraryForbidden, mayUseLibrary } from '../../shared-videos/library.guard';
import { usingVideo } from '../../shared-videos/library-uses';
import type { SharedVideoRow } from '../../shared-videos/shared-video.view';
import { SharedVideosService } from '../../shared-videos/shared-videos.service';
import { holdingUser } from '../../users/user-changes';

/** Videos of the shared library as files of posts. */
@Injectable()
export class LibraryChoice {
  constructor(
    private readonly videos: SharedVideosService,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** Those of these that are in the library. @throws DomainError 403 without the permission to use any */
  async choose(caller: Caller, ids: readonly number[]): Promise<Map<number, SharedVideoRow>> {
    if (ids.length > 0 && !mayUseLibrary(caller)) throw libraryForbidden();
    return this.videos.among(ids);
  }

  /**
   * For the unit that makes posts of them: automatic posting gives these accounts none of them again. Undone if one left
   * the library.
   */
  using(
    userId: number,
    accounts: readonly { accountId?: number; network: NetworkName }[],
    ids: readonly number[],
  ): Statement[] {
    const now = this.clock.now();
    return ids.flatMap((id) => [
      // Shares the video's row, which the posts refer to: two users must not wait for each other.
      required(holdingUser(userId).where(({ exists }) => exists(inLibrary(id)))),
      ...accounts.map((account) => textOf(usingVideo({ userId, ...account }, id, { now, picked: 1 }))),
    ]);
  }
}

const inLibrary = (id: number) =>
  query.selectFrom('shared_videos').select('id').where('id', '=', id).where('deleted_at', 'is', null);

import { CategoriesService } from '../../backend/categories/categories.service';
import type { Caller } from '../../backend/common/http/caller.decorator';
import { SharedUploadsService } from '../../backend/shared-videos/shared-uploads.service';
import { SharedVideosService } from '../../backend/shared-videos/shared-videos.service';
import { sha256 } from './contents';
import { Draws } from './draws';
import { ADMIN_ID } from './beginning';
import type { Knowledge, Person } from './knowledge';
import type { Deed, Step } from './plan';
import type { Requests } from './requests';
import { requestOf } from './services';

type LibraryStep = Step &
  Extract<Deed, { do: 'add category' | 'delete category' | 'share video' | 'delete video' }>;

/** Fills and clears the shared library. */
export class Librarian {
  constructor(
    private readonly seed: number,
    private readonly knowledge: Knowledge,
    private readonly requests: Requests,
  ) {}

  do(step: LibraryStep): void {
    const { categories, videos } = this.knowledge;
    switch (step.do) {
      case 'add category': {
        this.requests.send(step, [], async (at) => {
          categories.push((await at.get(CategoriesService).create({ name: `Category ${step.id}` })).id);
        });
        return;
      }
      case 'delete category': {
        const id = categories[step.category];
        if (id !== undefined) this.requests.send(step, [], (at) => at.get(CategoriesService).delete(id));
        return;
      }
      case 'delete video': {
        const id = videos[step.video];
        if (id !== undefined) this.requests.send(step, [], (at) => at.get(SharedVideosService).delete(id));
        return;
      }
      case 'share video': {
        this.share(step);
        return;
      }
    }
  }

  private share(step: LibraryStep & { do: 'share video' }): void {
    const { categories, videos } = this.knowledge;
    const bytes = new Draws('bytes', this.seed, step.id).bytes(step.bytes);
    const shape = { width: 720, height: 1280, durationMs: 20_000, extension: 'mp4' } as const;
    const picture = { ...shape, fingerprint: sha256(bytes) };
    const fields = { title: [`Shared ${step.id}`], category_id: [String(categories[step.category] ?? '')] };
    this.requests.send(step, [], async (at) => {
      const request = requestOf({ bytes, picture, fields });
      videos.push((await at.get(SharedUploadsService).accept(ADMIN, request)).id);
    });
  }
}

/** Everybody's session has the user's number. */
export function callerOf({ userId: id }: Pick<Person, 'userId'>): Caller {
  return { id, sessionId: id, isAdmin: false, canUseSharedVideos: true, hasPlan: true, timezone: 'UTC' };
}

const ADMIN: Caller = { ...callerOf({ userId: ADMIN_ID }), isAdmin: true };

import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.decorator';
import { Clock } from '../common/clock';
import { DatabaseTime } from '../database/database-time';
import { conflict, invalid, notFound } from '../common/errors';
import type { ListRequest, Page } from '../common/lists';
import { MediaLinks } from '../ports/storage/media-links';
import { Storage } from '../ports/storage/storage';
import { Quota } from '../subscriptions/quota';
import type { RemainingView } from '../subscriptions/subscription.view';
import type { PostFormat } from './formats/formats';
import type { EditPostDto } from './post.dto';
import {
  viewStep,
  viewPost,
  type CategoryOfPost,
  type PostRow,
  type PostView,
  type ShownPost,
} from './post.view';
import { FailedPosts } from './failed-posts';
import { PostChanges } from './post-changes';
import type { PostRef } from './post-ref';
import { PostsRepository } from './posts.repository';
import { readScheduledTime } from './scheduled-time';

/** How long automatic posting skips a post that was brought back without a time. */
const REST_MS = 3_600_000;

/** What a user may do with posts; the same in all lists. */
@Injectable()
export class PostsService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly changes: PostChanges,
    private readonly failed: FailedPosts,
    private readonly quota: Quota,
    private readonly storage: Storage,
    private readonly links: MediaLinks,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async list(format: PostFormat, caller: Caller, request: ListRequest): Promise<Page<PostView>> {
    const { rows, total } = await this.posts.list(caller.id, format.list.kind, request);
    return { rows: await this.views(rows), total };
  }

  async get(format: PostFormat, caller: Caller, id: number): Promise<PostView> {
    const row = await this.find(format, caller, id);
    const steps = await this.posts.steps(id);
    const ongoing = row.locked_by !== null;
    return {
      ...(await this.view(row)),
      attempts: steps.map((step, n) => viewStep(step, ongoing && n === steps.length - 1)),
    };
  }

  /** @throws DomainError 404, 409 when it is not pending, 422 for an invalid time */
  async reschedule(format: PostFormat, caller: Caller, id: number, wanted: unknown): Promise<PostView> {
    await this.find(format, caller, id);
    if (wanted === undefined)
      throw invalid({ scheduled_for: ['Choose a date and time, or send null to clear it.'] });
    const time = wanted === null ? null : readScheduledTime(wanted, caller.timezone, this.clock.now());
    const changed = await this.changes.reschedule(refOf(format, caller, id), time);
    if (!changed) throw await this.refusal(format, caller, id, 'rescheduled');
    return this.view(await this.find(format, caller, id));
  }

  async edit(
    format: PostFormat,
    caller: Caller,
    id: number,
    { title, description }: EditPostDto,
  ): Promise<PostView> {
    const before = await this.find(format, caller, id);
    const text = description === undefined ? before.description : description || null;
    const changed = await this.changes.edit(refOf(format, caller, id), title ?? before.title, text);
    if (!changed) throw await this.refusal(format, caller, id, 'edited');
    return this.view(await this.find(format, caller, id));
  }

  async delete(format: PostFormat, caller: Caller, id: number): Promise<PostView> {
    const row = await this.find(format, caller, id);
    const view = await this.view(row);
    const gone = await this.changes.delete(refOf(format, caller, id), row);
    if (!gone) throw await this.refusal(format, caller, id, 'deleted');
    // Files from the shared library belong to the library.
    const keys = row.shared_video_id === null ? [row.file_key, row.poster_key] : [];
    for (const key of keys) if (key) await this.storage.delete(key);
    return view;
  }

  /** @throws DomainError 404, 409 when it has not failed or its bytes are gone, 422 when no task is free */
  async retry(format: PostFormat, caller: Caller, id: number): Promise<PostView> {
    await this.findRetriable(format, caller, id);
    const limits = await this.quota.limits(caller.id);
    const refusal = this.quota.refusal(limits, 1, 0);
    if (refusal) throw refusal;
    const changed = await this.failed.retry(refOf(format, caller, id), limits, this.clock.now());
    if (!changed) throw changedMeanwhile();
    return this.view(await this.find(format, caller, id));
  }

  /**
   * Brings a failed item back without a time, so that it can be edited or deleted.
   * @throws DomainError 404, 409 when it has not failed or its bytes are gone
   */
  async unschedule(format: PostFormat, caller: Caller, id: number): Promise<PostView> {
    await this.findRetriable(format, caller, id);
    const changed = await this.failed.unschedule(refOf(format, caller, id), this.clock.now() + REST_MS);
    if (!changed) throw changedMeanwhile();
    return this.view(await this.find(format, caller, id));
  }

  /** Takes a failed item off the home screen. @throws DomainError 404, 409 when it has not failed */
  async dismiss(format: PostFormat, caller: Caller, id: number): Promise<PostView> {
    await this.find(format, caller, id);
    const done = await this.failed.dismiss(refOf(format, caller, id), this.clock.now());
    const row = await this.find(format, caller, id);
    if (!done) throw conflict(`Only a failed item can be dismissed; this one is ${row.status}.`);
    return this.view(row);
  }

  remaining(caller: Caller): Promise<RemainingView> {
    return this.quota.remaining(caller.id);
  }

  async view(row: PostRow): Promise<PostView> {
    const [view] = await this.views([row]);
    return view as PostView;
  }

  /** Needs one extra look-up for all rows, and none when nothing came from the library. */
  async views(rows: ShownPost[]): Promise<PostView[]> {
    const shared = rows.flatMap(({ shared_video_id }) => shared_video_id ?? []);
    const categories = shared.length
      ? await this.posts.categoriesOf(shared)
      : new Map<number, CategoryOfPost>();
    return rows.map((row) => viewPost(row, this.links, categories.get(row.shared_video_id ?? 0) ?? null));
  }

  private async findRetriable(format: PostFormat, caller: Caller, id: number): Promise<void> {
    const { status, file_key } = await this.find(format, caller, id);
    if (status !== 'failed') throw conflict(`Only a failed item can be retried; this one is ${status}.`);
    if (!file_key) throw conflict('The file of this item was removed. Replace it with another one.');
  }

  async find(format: PostFormat, caller: Caller, id: number): Promise<PostRow> {
    const row = await this.posts.find(refOf(format, caller, id));
    if (!row) throw notFound(`This ${format.list.nouns.one}`);
    return row;
  }

  /** Explains why a change that needs a pending item did not take place. @throws DomainError 404 when it is gone */
  private async refusal(format: PostFormat, caller: Caller, id: number, done: string) {
    const { status } = await this.find(format, caller, id);
    return conflict(`Only a pending item can be ${done}; this one is ${status}.`);
  }
}

const changedMeanwhile = () => conflict('This item changed just now. Reload and try again.');

const refOf = ({ list }: PostFormat, { id: userId }: Caller, id: number): PostRef => ({
  id,
  userId,
  kind: list.kind,
});

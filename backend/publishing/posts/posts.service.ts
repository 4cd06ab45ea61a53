import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../common/http/caller.decorator';
import { Clock } from '../../common/time/clock';
import { DatabaseTime } from '../../database/database-time';
import { conflict, invalid, notFound } from '../../common/errors/errors';
import type { ListRequest, Page } from '../../common/lists/lists';
import { MediaLinks } from '../../ports/storage/media-links';
import { Quota } from '../../subscriptions/quota';
import type { RemainingView } from '../../subscriptions/subscription.view';
import { MediaRows } from '../../uploads/media-rows';
import type { PostFormat } from '../formats/formats';
import { refuseToLoseTime } from './drafts';
import { formatOf } from '../formats/lists';
import { viewPost, type PostRow, type PostView, type ShownPost } from './post.view';
import { viewStep } from './post-parts.view';
import { FailedPosts } from './failed-posts';
import { PostChanges } from './post-changes';
import { PostDeletion } from './post-deletion';
import { PostFiles } from './post-files';
import { refOf } from './post-ref';
import { PostsRepository } from './posts.repository';
import { readEarlierTime, readEdge, readNewTime, readScheduledTime } from './scheduled-time';
import { QueuePlaces } from '../posting-queues/queue-places';
import { PostWarnings, WARNINGS_OF_TIME } from '../warnings/post-warnings';
import type { RescheduledPostView } from '../warnings/warning.view';

/** How long automatic posting skips a post that was brought back without a time. */
const REST_MS = 3_600_000;

/** A deletion looks again when the item got other files meanwhile. */
const MOST_TRIES = 3;

/** `was`: of an undo, the time that the undone change made. */
export interface WantedTime {
  scheduled_for: unknown;
  was?: unknown;
}

/** What a user may do with posts; the same in all lists. */
@Injectable()
export class PostsService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly changes: PostChanges,
    private readonly deletion: PostDeletion,
    private readonly failed: FailedPosts,
    private readonly warnings: PostWarnings,
    private readonly places: QueuePlaces,
    private readonly quota: Quota,
    private readonly files: PostFiles,
    private readonly mediaRows: MediaRows,
    private readonly links: MediaLinks,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async list(format: PostFormat | null, caller: Caller, request: ListRequest): Promise<Page<PostView>> {
    const { rows, total } = await this.posts.list(caller.id, format?.list.kind, inZone(request, caller));
    return { rows: await this.views(caller.id, rows), total };
  }

  async get(format: PostFormat | null, caller: Caller, id: number): Promise<PostView> {
    const row = await this.find(format, caller, id);
    const steps = await this.posts.steps(id);
    const ongoing = row.locked_by !== null;
    return {
      ...(await this.view(row)),
      attempts: steps.map((step, n) => viewStep(step, ongoing && n === steps.length - 1)),
    };
  }

  /** @throws DomainError 404, 409 when it is not pending, 422 for an invalid time */
  async reschedule(
    format: PostFormat | null,
    caller: Caller,
    id: number,
    wanted: WantedTime,
  ): Promise<RescheduledPostView> {
    await this.setTime(format, caller, id, wanted);
    const row = await this.find(format, caller, id);
    const warnings = await this.warnings.of(caller.id, [row], WARNINGS_OF_TIME);
    return { ...(await this.view(row)), warnings };
  }

  /** Like `reschedule`, without its answer. */
  async setTime(
    format: PostFormat | null,
    caller: Caller,
    id: number,
    { scheduled_for: wanted, was }: WantedTime,
  ): Promise<void> {
    const row = await this.find(format, caller, id);
    if (wanted === undefined)
      throw invalid({ scheduled_for: ['Choose a date and time, or send null to clear it.'] });
    const before = was === undefined ? undefined : readEarlierTime(was, caller.timezone, 'was');
    const time =
      before === undefined
        ? readNewTime(wanted, caller.timezone, this.clock.now())
        : readEarlierTime(wanted, caller.timezone);
    if (time === null) refuseToLoseTime(row);
    if (await this.changes.reschedule(refOf(row), time, before)) return;
    const current = await this.find(format, caller, id);
    if (time === null) refuseToLoseTime(current);
    if (before !== undefined && current.status === 'pending') throw conflict(TIME_STAYS);
    throw await this.refusal(format, caller, id, 'rescheduled');
  }

  /** Moves the time of a pending item. @throws DomainError 404, 409 without a time, 422 when it would be too early */
  async shift(caller: Caller, id: number, minutes: number): Promise<void> {
    const row = await this.find(null, caller, id);
    if (row.status !== 'pending') throw await this.refusal(null, caller, id, 'rescheduled');
    const { scheduled_for: before } = row;
    if (before === null) throw conflict('This item has no time that could be shifted.');
    const time = readScheduledTime(instantText(before, minutes), caller.timezone, this.clock.now());
    const changed = await this.changes.reschedule(refOf(row), time, before);
    if (!changed) throw changedMeanwhile();
  }

  /** @throws DomainError 404, 409 when it is not pending, or edits come between each time */
  delete(format: PostFormat | null, caller: Caller, id: number): Promise<PostView> {
    return this.deleting(format, caller, id, (row) => this.view(row));
  }

  /** Like `delete`, without its answer. */
  discard(caller: Caller, id: number): Promise<void> {
    return this.deleting(null, caller, id, () => Promise.resolve());
  }

  /** @param shown what is answered; looked up while the item is there */
  private async deleting<T>(
    format: PostFormat | null,
    caller: Caller,
    id: number,
    shown: (row: PostRow) => Promise<T>,
  ): Promise<T> {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const row = await this.find(format, caller, id);
      if (row.status !== 'pending') throw await this.refusal(format, caller, id, 'deleted');
      const answer = await shown(row);
      if (await this.deletion.deletePending(row)) return answer;
    }
    throw changedMeanwhile();
  }

  /** @throws DomainError 404, 409 when it has not failed or its bytes are gone, 422 when no task is free */
  async retry(format: PostFormat | null, caller: Caller, id: number): Promise<PostView> {
    await this.tryAgain(format, caller, id);
    return this.view(await this.find(format, caller, id));
  }

  /** Like `retry`, without its answer. */
  async tryAgain(format: PostFormat | null, caller: Caller, id: number): Promise<void> {
    const row = await this.findRetriable(format, caller, id);
    await this.refuseLostAccount(id);
    const limits = await this.quota.limits(caller.id);
    const refusal = this.quota.refusal(limits, 1, 0);
    if (refusal) throw refusal;
    const changed = await this.failed.retry(refOf(row), limits, this.clock.now());
    if (!changed) throw changedMeanwhile();
  }

  /**
   * Brings a failed item back without a time, so that it can be edited or deleted. Without its account it waits for one.
   * @throws DomainError 404, 409 when it has not failed or its bytes are gone
   */
  async unschedule(format: PostFormat | null, caller: Caller, id: number): Promise<PostView> {
    const row = await this.findRetriable(format, caller, id);
    const changed = await this.failed.unschedule(refOf(row), this.clock.now() + REST_MS);
    if (!changed) throw changedMeanwhile();
    return this.view(await this.find(format, caller, id));
  }

  /** Takes a failed item off the home screen. @throws DomainError 404, 409 when it has not failed */
  async dismiss(format: PostFormat | null, caller: Caller, id: number): Promise<PostView> {
    const before = await this.find(format, caller, id);
    const done = await this.failed.dismiss(refOf(before), this.clock.now());
    const row = await this.find(format, caller, id);
    if (!done) throw conflict(`Only a failed item can be dismissed; this one is ${row.status}.`);
    return this.view(row);
  }

  remaining(caller: Caller): Promise<RemainingView> {
    return this.quota.remaining(caller.id);
  }

  async view(row: PostRow): Promise<PostView> {
    const [view] = await this.views(row.user_id, [row]);
    return view as PostView;
  }

  /**
   * Needs at most four look-ups for all rows: for accounts whose names were not read with the rows, for what came from
   * the library, for further files, and for what shares the bytes of an uploaded file. And a few more where posts wait for
   * their turn.
   */
  async views(userId: number, rows: ShownPost[]): Promise<PostView[]> {
    const categories = await this.posts.categoriesOf(
      rows.flatMap(({ shared_video_id }) => shared_video_id ?? []),
    );
    const unnamed = rows.filter(({ account_name }) => account_name === undefined);
    const names = await this.posts.accountNames(unnamed);
    const placeOf = await this.places.of(userId, rows);
    const several = rows.filter((row) => formatOf(row).files !== undefined);
    const further = await this.files.further(several.map(({ id }) => id));
    const known = await this.mediaRows.knownAmong([
      ...rows.flatMap((row) => [mayShareBytes(row) ? row.file_key : [], row.cover_key ?? []].flat()),
      ...further.flatMap(({ file_key }) => file_key ?? []),
    ]);
    const mediumOf = (key: string | null) => known.get(key)?.id ?? null;
    return rows.map((shown) => {
      const row = { ...shown, size_bytes: known.get(shown.file_key ?? '')?.size_bytes ?? shown.size_bytes };
      const { account_id: id, account_name = names.get(row.id) ?? null, network } = row;
      return viewPost(row, this.links, {
        category: categories.get(row.shared_video_id ?? 0) ?? null,
        account: id === null ? null : { id, name: account_name, network },
        place: placeOf(shown),
        further: further.filter(({ post_id }) => post_id === row.id),
        mediumOf,
      });
    });
  }

  private async findRetriable(format: PostFormat | null, caller: Caller, id: number): Promise<PostRow> {
    const row = await this.find(format, caller, id);
    const { status, file_key } = row;
    if (status !== 'failed') throw conflict(`Only a failed item can be retried; this one is ${status}.`);
    if (!file_key && formatOf(row).media !== 'none')
      throw conflict('The file of this item was removed. Replace it with another one.');
    return row;
  }

  /** @throws DomainError 409 when the account of the post was removed */
  async refuseLostAccount(id: number): Promise<void> {
    if (await this.hasLostAccount(id)) throw conflict(ACCOUNT_REMOVED);
  }

  /** Whether the account of the post was removed. */
  hasLostAccount(id: number): Promise<boolean> {
    return this.posts.hasLostAccount(id);
  }

  async find(format: PostFormat | null, caller: Caller, id: number): Promise<PostRow> {
    const row = await this.posts.find({ id, userId: caller.id, kind: format?.list.kind });
    if (!row) throw notFound(`This ${format?.list.nouns.one ?? 'item'}`);
    return row;
  }

  /** Explains why a change that needs a pending item did not take place. @throws DomainError 404 when it is gone */
  async refusal(format: PostFormat | null, caller: Caller, id: number, done: string) {
    const { status } = await this.find(format, caller, id);
    if (status === 'pending') return changedMeanwhile();
    return conflict(`Only a pending item can be ${done}; this one is ${status}.`);
  }
}

export const ACCOUNT_REMOVED =
  'The account of this item was removed. Connect it again, or upload the file for another account.';

const TIME_STAYS = 'Its time has been changed since then, and stays as it is.';

export const changedMeanwhile = () => conflict('This item changed just now. Reload and try again.');

/** The bytes of an uploaded file count there, and the row says 0. */
const mayShareBytes = (row: ShownPost): row is ShownPost & { file_key: string } =>
  row.size_bytes === 0 && row.shared_video_id === null && row.file_key !== null;

/** Beyond the years that a date can have, a text that is no time. */
function instantText(before: number, minutes: number): string {
  const time = new Date(before + minutes * 60_000);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** Reads the dates of a list's filter in the caller's time zone. @throws DomainError 422 */
function inZone(request: ListRequest, { timezone }: Caller): ListRequest {
  const read = Object.entries(request.filter).map(([name, value]) => [
    name,
    value.kind === 'from' || value.kind === 'until'
      ? { ...value, at: readEdge(value.text, name, timezone) }
      : value,
  ]);
  return { ...request, filter: Object.fromEntries(read) as ListRequest['filter'] };
}

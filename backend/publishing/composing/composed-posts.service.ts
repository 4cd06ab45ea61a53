import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../common/http/caller.decorator';
import { Clock } from '../../common/time/clock';
import { conflict, DomainError } from '../../common/errors/errors';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';
import { MediaIntake } from '../../ports/storage/media-intake';
import { Quota, type QuotaLimits } from '../../subscriptions/quota';
import { ChosenMedia } from '../../uploads/chosen-media';
import type { MediumRow } from '../../uploads/media-rows';
import { PostCreation } from '../posts/post-creation';
import { PostsService } from '../posts/posts.service';
import { PostWarnings } from '../warnings/post-warnings';
import { fieldsOf, idIn, listIn, mediumIdsIn, sharedIdsIn, type Known } from './body-fields';
import { BodyReader, MOST_FILES, MOST_TARGETS } from './body-reader';
import type { CheckedPostsView, ComposedPostsView } from './composed-posts.dto';
import { candidateOf, PostersOfPosts, rowOf } from './new-rows';
import { LibraryChoice } from './library-choice';
import { Refusals } from './refusals';
import { sharedVideosAmong, uploadsAmong, type WantedPosts } from './wanted-posts';

/** What was read of a request, and why it cannot be done, if so. */
interface Reading {
  wanted: WantedPosts;
  limits: QuotaLimits;
  refusal: DomainError | undefined;
}

/** Makes one post for each target of a request, or none. */
@Injectable()
export class ComposedPosts {
  constructor(
    private readonly db: Database,
    private readonly media: ChosenMedia,
    private readonly library: LibraryChoice,
    private readonly creation: PostCreation,
    private readonly posts: PostsService,
    private readonly warnings: PostWarnings,
    private readonly quota: Quota,
    private readonly intake: MediaIntake,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 403, also for the library; 409 for an unfinished upload, 422 that names all that is wrong */
  async make(caller: Caller, body: unknown): Promise<ComposedPostsView> {
    const begunAt = this.clock.now();
    const { wanted, limits, refusal } = await this.read(caller, body, begunAt);
    if (refusal) throw refusal;
    const made = await this.insert(caller, wanted, limits, begunAt);
    if (!made) {
      const again = await this.read(caller, body, begunAt);
      throw again.refusal ?? conflict('Something changed just now. Try again.');
    }
    const rows = await this.creation.made(made);
    return {
      group_id: made[0] ?? 0,
      posts: await this.posts.views(caller.id, rows),
      warnings: await this.warnings.ofTargets(caller.id, rows),
      subscription_status: await this.posts.remaining(caller),
    };
  }

  /** What `make` would refuse and warn of. */
  async check(caller: Caller, body: unknown): Promise<CheckedPostsView> {
    const now = this.clock.now();
    const { wanted, refusal } = await this.read(caller, body, now);
    const candidates = wanted.posts.map((post) => candidateOf(post, wanted, now));
    return {
      errors: refusal?.more.errors ?? {},
      warnings: refusal ? [] : await this.warnings.ofCandidates(caller.id, candidates),
    };
  }

  private async read(caller: Caller, body: unknown, now: number): Promise<Reading> {
    const refusals = new Refusals();
    const wanted = new BodyReader(body, await this.known(caller, body, now), refusals).read();
    const limits = await this.quota.limits(caller.id);
    if (refusals.some) return { wanted, limits, refusal: refusals.asError() };
    const full = this.quota.refusal(limits, wanted.posts.length, 0);
    return { wanted, limits, refusal: full && ofTargets(full) };
  }

  private async known(caller: Caller, body: unknown, now: number): Promise<Known> {
    const { media, targets, cover } = fieldsOf(body);
    const wanted = listIn(targets, MOST_TARGETS).map(fieldsOf);
    const covers = [cover, ...wanted.map((target) => target.cover)];
    const files = listIn(media, MOST_FILES);
    const mediumIds = mediumIdsIn([...files, ...covers]);
    const accountIds = wanted.map(({ account_id }) => idIn(account_id));
    const accounts = await this.db.rows(
      query
        .selectFrom('accounts')
        .select(['id', 'network'])
        .where('user_id', '=', caller.id)
        .where('removed_at', '=', 0)
        .where('id', 'in', [0, ...accountIds]),
    );
    return {
      media: await this.media.find(caller.id, mediumIds),
      videos: await this.library.choose(caller, sharedIdsIn(files)),
      accounts: new Map(accounts.map(({ id, network }) => [id, network])),
      timezone: caller.timezone,
      now,
      maxVideoBytes: this.config.uploads.maxVideoBytes,
    };
  }

  /** @returns undefined when a file, a shared video, an account or the free quota is gone meanwhile */
  private async insert(
    caller: Caller,
    wanted: WantedPosts,
    limits: QuotaLimits,
    begunAt: number,
  ): Promise<number[] | undefined> {
    const posters = new PostersOfPosts(this.intake);
    try {
      const at = { userId: caller.id, begunAt, now: this.clock.now() };
      const files = await posters.copyFor(wanted);
      const rows = wanted.posts.map((post, n) => rowOf(post, wanted.draft, files[n] ?? [], at));
      const media = mediaOf(wanted);
      const using = [
        ...(media.length > 0 ? [this.media.using(media)] : []),
        ...this.library.using(
          caller.id,
          wanted.posts.map(({ accountId, format: { network } }) => ({ accountId, network })),
          sharedVideosAmong(wanted.files),
        ),
      ];
      const made = await this.creation.insert(caller, limits, rows, using, { grouped: true });
      if (!made) await posters.undo(undefined);
      return made;
    } catch (error) {
      await posters.undo(error);
      throw error;
    }
  }
}

/** All uploads that the posts are made of. */
const mediaOf = ({ files, posts }: WantedPosts): MediumRow[] => [
  ...uploadsAmong(files),
  ...posts.flatMap(({ cover }) => (cover && 'medium' in cover ? [cover.medium] : [])),
];

/** The quota is refused for all targets together. */
const ofTargets = ({ statusCode, code, message }: DomainError) =>
  new DomainError(statusCode, code, message, { errors: { targets: [message] } });

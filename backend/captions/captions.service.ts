import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../common/time/clock';
import { conflict, invalid, notFound } from '../common/errors/errors';
import type { ListFields, ListRequest, Page } from '../common/lists/lists';
import { Database, insertStatement, required, textOf } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { listOf } from '../database/list-rows';
import { prepared } from '../database/prepared';
import { query, type Row } from '../database/tables';
import type { Caller } from '../common/http/caller.decorator';
import { StandingCallers } from '../users/standing-callers';
import { holdingUser } from '../users/user-changes';
import { MOST_CAPTIONS, readCaption, TOO_MANY } from './caption-text';
import { viewCaption, type BulkView, type CaptionView } from './caption.view';
import { candidates, readEntries, partition } from './captions-file';

export const CAPTION_FIELDS: ListFields<keyof Row<'captions'>> = {
  sort: { id: 'id', content: 'content', created_at: 'created_at' },
  filter: { id: 'id', q: 'search' },
};

const COLUMNS = ['id', 'content', 'created_at'] as const;

const list = listOf((at: { userId: number }) => ({
  rows: query.selectFrom('captions').select(COLUMNS).where('user_id', '=', at.userId),
  filter: { id: 'id', q: 'content' },
  order: [['id', 'desc']],
}));

/** More posts than this that take a caption in one instant may have one in common. */
const MOST_TRIES = 10;

/** Clocks of other processes may be ahead by so much. */
const TOLERATED_MS = 60_000;

type NextCaption = Pick<Row<'captions'>, 'id' | 'content' | 'last_used_at'>;

/** Every statement names the owner; captions of other users are not found. */
@Injectable()
export class CaptionsService {
  constructor(
    private readonly db: Database,
    private readonly callers: StandingCallers,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async list(userId: number, request: ListRequest): Promise<Page<CaptionView>> {
    const { rows, total } = await list(this.db, request, { userId });
    return { rows: rows.map(viewCaption), total };
  }

  /** @throws DomainError 404 */
  async get(userId: number, id: number): Promise<CaptionView> {
    const own = query.selectFrom('captions').where('id', '=', id).where('user_id', '=', userId);
    const row = await this.db.row(own.select(COLUMNS));
    if (!row) throw notFound('This caption');
    return viewCaption(row);
  }

  /** @throws DomainError 422 */
  async create(userId: number, given: unknown): Promise<CaptionView> {
    const id = await this.insert(userId, [contentOrRefusal(given)]);
    if (id === undefined) throw invalid({ content: [TOO_MANY] });
    return this.get(userId, id);
  }

  /**
   * Stores all valid entries of the file in one unit.
   *
   * @throws DomainError 401 if the caller's session has ended meanwhile, 422 if the file as a whole is unusable, 409 if
   * the captions changed meanwhile
   */
  async createAll(caller: Caller, file: Uint8Array): Promise<BulkView> {
    const { id: userId } = caller;
    const entries = readEntries(file);
    const known = await this.known(userId, candidates(entries));
    const { fresh, skipped } = partition(entries, known, MOST_CAPTIONS - (await this.count(userId)));
    if (fresh.length === 0) return { created: 0, skipped };
    const holding = this.callers.holding(caller);
    if ((await this.insert(userId, fresh, holding)) === undefined) {
      await this.callers.refuseEnded(caller);
      throw conflict('Your captions changed just now. Nothing was stored; send the file again.');
    }
    return { created: fresh.length, skipped };
  }

  /** An absent content changes nothing. @throws DomainError 404, 422 */
  async update(userId: number, id: number, given: unknown): Promise<CaptionView> {
    const caption = await this.get(userId, id);
    if (given === undefined) return caption;
    const content = contentOrRefusal(given);
    await this.db.run(
      query.updateTable('captions').set({ content }).where('id', '=', id).where('user_id', '=', userId),
    );
    return this.get(userId, id);
  }

  /** @throws DomainError 404 */
  async delete(userId: number, id: number): Promise<CaptionView> {
    const caption = await this.get(userId, id);
    await this.db.run(query.deleteFrom('captions').where('id', '=', id).where('user_id', '=', userId));
    return caption;
  }

  /** The text under a post: its own, else the next of the user's captions, else its title. */
  async textFor({ user_id, description, title }: Pick<Row<'posts'>, 'user_id' | 'description' | 'title'>) {
    if (description) return description;
    for (let tries = 1; ; tries++) {
      const caption = await this.leastRecentlyUsed(user_id);
      if (!caption) return title;
      // Another post may have taken it meanwhile.
      if ((await this.use(caption)) || tries === MOST_TRIES) return caption.content;
    }
  }

  /** Whether `textFor` may still choose the text that it chose for this post before. */
  async mayStillBe(text: string, post: Pick<Row<'posts'>, 'user_id' | 'description' | 'title'>) {
    if (post.description) return text === post.description;
    if ((await this.known(post.user_id, [text])).has(text)) return true;
    return text === post.title && (await this.count(post.user_id)) === 0;
  }

  /**
   * The next caption in the rotation. Captions that were never used come first, the oldest of them. So do those that were
   * used while the clock was ahead, which would otherwise wait until it is there again.
   */
  leastRecentlyUsed(userId: number): Promise<NextCaption | undefined> {
    return this.db.row(LEAST_RECENTLY_USED({ userId, latest: this.clock.now() + TOLERATED_MS }));
  }

  /** Marks the caption as used, so that the user's next post takes another one. @returns whether nobody has used it since */
  async use({ id, last_used_at: then }: Pick<NextCaption, 'id' | 'last_used_at'>): Promise<boolean> {
    const marked = query.updateTable('captions').set({ last_used_at: this.clock.now() }).where('id', '=', id);
    const marks = await this.db.run(
      then === null ? marked.where('last_used_at', 'is', null) : marked.where('last_used_at', '=', then),
    );
    return marks === 1;
  }

  /** @returns the id of the first caption; `undefined` if there is no room for all of them. */
  private async insert(
    userId: number,
    contents: string[],
    holding = textOf(holdingUser(userId)),
  ): Promise<number | undefined> {
    const created_at = this.clock.now();
    const done = await this.db.atomically([
      // A concurrent insert waits here, and counts after this one.
      holding,
      required(holdingUser(userId).where(this.counted(userId), '<=', MOST_CAPTIONS - contents.length)),
      insertStatement(
        'captions',
        contents.map((content) => ({ user_id: userId, content, created_at })),
      ),
    ]);
    return done?.[2]?.id;
  }

  private async count(userId: number): Promise<number> {
    return (await this.db.row(this.counted(userId)))?.count ?? 0;
  }

  private counted(userId: number) {
    return query
      .selectFrom('captions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId);
  }

  /** MySQL compares without regard to case, so the result must be compared again, exactly. */
  private async known(userId: number, contents: string[]): Promise<Set<string>> {
    if (contents.length === 0) return new Set();
    const own = query.selectFrom('captions').select('content').where('user_id', '=', userId);
    const rows = await this.db.rows(own.where('content', 'in', contents));
    return new Set(rows.map(({ content }) => content));
  }
}

const LEAST_RECENTLY_USED = prepared(({ userId, latest }: { userId: number; latest: number }) =>
  query
    .selectFrom('captions')
    .select(['id', 'content', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy(sql`case when last_used_at <= ${latest} then last_used_at end`)
    .orderBy('id')
    .limit(1),
);

function contentOrRefusal(given: unknown): string {
  const read = readCaption(given);
  if ('problem' in read) throw invalid({ content: [read.problem] });
  return read.content;
}

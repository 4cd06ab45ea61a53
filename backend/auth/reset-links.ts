import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Expression, SelectQueryBuilder } from 'kysely';
import { Clock } from '../common/time/clock';
import { Config } from '../config/config';
import { deleteInBatches } from '../database/batches';
import { Database, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query, type Row, type Tables } from '../database/tables';
import { holdingUser, isOpen } from '../users/user-changes';
import type { User } from '../users/user.entity';

const AN_HOUR_MS = 3_600_000;

/** Mails with a link per account and hour, whoever requests them. */
const MOST_AN_HOUR = 3;

export type Holder = Pick<Row<'users'>, 'id' | 'name' | 'email'>;

type Issued = SelectQueryBuilder<Tables, 'reset_links', object>;

/**
 * A token is `<user id>.<256 random bits>`. Its row holds only the SHA-256 of the token and the address that it was
 * sent to, so that the link is worthless once the address has changed. A newer link does not affect older ones.
 */
@Injectable()
export class ResetLinks {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * The statements belong in one unit with the mail. They fail for a link too many, for an address that has
   * changed, and for a user who is being deleted.
   */
  issuing(
    { id, email }: Pick<User, 'id' | 'email'>,
    usefulMs: number,
  ): { url: string; statements: Statement[] } {
    const token = newToken(id);
    return {
      url: this.urlOf(token),
      statements: [
        // Changes nothing, but makes concurrent requests take turns, so that the second one counts the first one's
        // link.
        required(holdingUser(id).where('email', '=', email).where(isOpen)),
        required(adding(this.fresh(id, hashOf(token, email), usefulMs))),
      ],
    };
  }

  /**
   * For the unit that gives the user this address, after that change. Ends all links. An open one of that life is replaced
   * by one for the address, unless that is a link too many.
   *
   * @param telling the statement of the mail with the link, to be sent if `issued` finds a row
   */
  moving(
    { id, email }: Pick<User, 'id' | 'email'>,
    usefulMs: number,
    telling: (url: string, issued: Issued) => Statement,
  ): Statement[] {
    const token = newToken(id);
    const hash = hashOf(token, email);
    const open = query
      .selectFrom('reset_links')
      .select('id')
      .where('user_id', '=', id)
      .where('expires_at', '>', this.clock.now())
      .where((link) => link(link('expires_at', '-', link.ref('created_at')), '=', usefulMs));
    return [
      textOf(adding(this.fresh(id, hash, usefulMs).where(({ exists }) => exists(open)))),
      telling(this.urlOf(token), query.selectFrom('reset_links').where('token_hash', '=', hash)),
      textOf(this.ending(id).where('token_hash', '<>', hash)),
    ];
  }

  /** The user of a valid link. */
  async holderOf(token: string): Promise<Holder | undefined> {
    const id = /^(\d{1,9})\.[\w-]{43}$/.exec(token)?.[1];
    if (id === undefined) return undefined;
    const holder = await this.db.row(
      query.selectFrom('users').select(['id', 'name', 'email']).where('id', '=', Number(id)),
    );
    if (!holder) return undefined;
    const link = query
      .selectFrom('reset_links')
      .select('id')
      .where('token_hash', '=', hashOf(token, holder.email))
      .where('user_id', '=', holder.id)
      .where('expires_at', '>', this.clock.now());
    return (await this.db.row(link)) && holder;
  }

  /** Succeeds once, and ends the holder's other links as well. */
  using(token: string, { id, email }: Holder): Statement[] {
    return [required(this.ending(id).where('token_hash', '=', hashOf(token, email))), this.invalidating(id)];
  }

  invalidating(userId: number): Statement {
    return textOf(this.ending(userId));
  }

  /** Keeps links that still count as a mail of the last hour. */
  async forgetOld(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.db, 'reset_links', 'id', (link) =>
      link.and([link('expires_at', '<=', now), link('created_at', '<=', now - AN_HOUR_MS)]),
    );
  }

  private urlOf(token: string): string {
    return `${this.config.http.publicUrl}/reset-password#token=${token}`;
  }

  /** The row of a new link; none if it is one too many. */
  private fresh(userId: number, hash: string, usefulMs: number) {
    const now = this.clock.now();
    return query
      .selectFrom('users as u')
      .select(({ val }) => [
        val(hash).as('token_hash'),
        'u.id as user_id',
        val(now).as('created_at'),
        val(now + usefulMs).as('expires_at'),
      ])
      .where('u.id', '=', userId)
      .where(sentAround(userId, now), '<', MOST_AN_HOUR);
  }

  private ending(userId: number) {
    const now = this.clock.now();
    return query
      .updateTable('reset_links')
      .set({ expires_at: now })
      .where('user_id', '=', userId)
      .where('expires_at', '>', now);
  }
}

const newToken = (userId: number): string => `${userId}.${randomBytes(32).toString('base64url')}`;

const adding = (link: Expression<object>) =>
  query
    .insertInto('reset_links')
    .columns(['token_hash', 'user_id', 'created_at', 'expires_at'])
    .expression(link);

/** In the hour before, and up to an hour later: a clock that was far ahead must not hold back links until then. */
const sentAround = (userId: number, now: number) =>
  query
    .selectFrom('reset_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', now - AN_HOUR_MS)
    .where('created_at', '<', now + AN_HOUR_MS);

const hashOf = (token: string, email: string): string =>
  createHash('sha256').update(`${token}\n${email}`).digest('hex');

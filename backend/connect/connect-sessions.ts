import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { notFound } from '../common/errors/errors';
import { SecretCipher } from '../config/secret-cipher';
import { deleteInBatches } from '../database/batches';
import { Database, insertStatement, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import type { EncryptedColumn } from '../database/key-rotation';
import { query, type NewRow, type Row } from '../database/tables';
import type { OfferedPage, Survey } from '../ports/networks/connector';
import type { ConnectOutcome } from './connect-session.entity';

export type Session = Row<'connect_sessions'>;

/** A callback's hold on a session. */
export interface Claim {
  id: number;
  by: string;
}

/** A session with the Pages to choose from. */
export interface Offered {
  session: Session;
  pages: Row<'connect_pages'>[];
}

type Good = Extract<Survey, { kind: 'good' }>;

const MINUTE_MS = 60_000;

/** How long the dialog may take. */
const DIALOG_LIFE_MS = 10 * MINUTE_MS;
/** How long Pages are offered. */
const OFFER_LIFE_MS = 30 * MINUTE_MS;
/** How long it is known that a dialog was answered, so that a late or second callback gets the right answer. */
const MEMORY_MS = 24 * 60 * MINUTE_MS;
const MOST_PER_USER = 50;

/** Longer than a renewal may be late. A killed process holds up the next callback for so long. */
const LEASE_MS = 10_000;
export const RENEW_EVERY_MS = 2_500;

const ROWS_AT_ONCE = 100;

const tokenContext = (sessionId: number): string => `connect_sessions:${sessionId}:token`;
const pageTokenContext = (sessionId: number): string => `connect_sessions:${sessionId}:page_token`;

export const SEALED_COLUMNS: EncryptedColumn[] = [
  { table: 'connect_sessions', column: 'token', owner: 'id', contextOf: tokenContext },
  { table: 'connect_pages', column: 'token', owner: 'session_id', contextOf: pageTokenContext },
];

/** The rows of `connect_sessions` and `connect_pages`. A session is claimed, changed by its claim, and ended once. */
@Injectable()
export class ConnectSessions {
  constructor(
    private readonly db: Database,
    private readonly cipher: SecretCipher,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @returns the secrets of a new session: one for the dialog's address, one for the browser. */
  async open(userId: number): Promise<{ state: string; cookie: string }> {
    const [state, cookie] = [newSecret(), newSecret()];
    await this.db.insert('connect_sessions', {
      user_id: userId,
      state_hash: hashOf(state),
      cookie_hash: hashOf(cookie),
      created_at: this.clock.now(),
    });
    await this.forgetAllButNewest(userId);
    return { state, cookie };
  }

  /** @param cookies those that the browser sent. One must be the session's. */
  async find(state: string, cookies: string[]): Promise<Session | undefined> {
    if (cookies.length === 0) return undefined;
    return this.db.row(
      query
        .selectFrom('connect_sessions')
        .selectAll()
        .where('state_hash', '=', hashOf(state))
        .where('cookie_hash', 'in', cookies.map(hashOf)),
    );
  }

  /** @returns undefined while another callback works on it, and after its end. */
  async claim({ id }: Session): Promise<Claim | undefined> {
    const by = randomUUID();
    const now = this.clock.now();
    const claiming = query
      .updateTable('connect_sessions')
      .set({ locked_by: by, locked_until: now + LEASE_MS })
      .where('id', '=', id)
      .where('outcome', 'is', null)
      .where((session) =>
        session.or([session('locked_until', 'is', null), session('locked_until', '<=', now)]),
      );
    return (await this.db.run(claiming)) === 1 ? { id, by } : undefined;
  }

  async renew(claim: Claim): Promise<void> {
    await this.db.run(held(claim).set({ locked_until: this.clock.now() + LEASE_MS }));
  }

  async release(claim: Claim): Promise<void> {
    await this.db.run(held(claim).set({ locked_by: null, locked_until: null }));
  }

  isStale({ created_at }: Session): boolean {
    return this.clock.now() >= created_at + DIALOG_LIFE_MS;
  }

  /** The token of an exchange that a process did not live to use. */
  tokenOf({ id, token }: Session): string | null {
    return token === null ? null : this.cipher.decrypt(token, tokenContext(id));
  }

  /** @returns false if the claim was lost. */
  async keepToken(claim: Claim, token: string): Promise<boolean> {
    const sealed = this.cipher.encrypt(token, tokenContext(claim.id));
    return (await this.db.run(held(claim).set({ token: sealed }))) === 1;
  }

  /** @returns false if the claim was lost. */
  async end(claim: Claim, outcome: Exclude<ConnectOutcome, 'offered'>): Promise<boolean> {
    return (await this.db.atomically([this.ending(claim, { outcome })])) !== null;
  }

  /** Ends with Pages to choose from. @returns false if the claim was lost. */
  async offer(claim: Claim, { pages, personId, missing, dataAccessExpiresAt }: Good): Promise<boolean> {
    const expiresAt = this.clock.now() + OFFER_LIFE_MS;
    const rows = pages.map((page) => this.rowOf(claim.id, page, expiresAt));
    const statements = [
      this.ending(claim, {
        outcome: 'offered',
        meta_user_id: personId,
        missing_permissions: JSON.stringify(missing),
        data_access_expires_at: dataAccessExpiresAt,
      }),
    ];
    for (let n = 0; n < rows.length; n += ROWS_AT_ONCE)
      statements.push(insertStatement('connect_pages', rows.slice(n, n + ROWS_AT_ONCE)));
    return (await this.db.atomically(statements)) !== null;
  }

  /** The session with the Pages that it still offers to this user. */
  async offered(userId: number, id: number): Promise<Offered | undefined> {
    const now = this.clock.now();
    const [session, pages] = await Promise.all([
      this.db.row(
        query
          .selectFrom('connect_sessions')
          .selectAll()
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('outcome', '=', 'offered')
          .where('ended_at', '>', now - OFFER_LIFE_MS),
      ),
      this.db.rows(
        query
          .selectFrom('connect_pages')
          .selectAll()
          .where('session_id', '=', id)
          .where('expires_at', '>', now)
          .orderBy('id'),
      ),
    ]);
    return session && { session, pages };
  }

  /** For a unit that must fail once the offer was withdrawn. */
  stillOffered(userId: number, id: number): Statement {
    return required(
      query
        .updateTable('connect_sessions')
        .set({ outcome: 'offered' })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('outcome', '=', 'offered'),
    );
  }

  /** @throws DomainError 404 for a token that was sealed with a key that is gone: its Page cannot be chosen any more. */
  pageTokenOf(id: number, sealed: string): string {
    const token = this.cipher.decrypt(sealed, pageTokenContext(id));
    if (token === null) throw notFound('This list of Pages');
    return token;
  }

  /** Withdraws what the person was offered, and forgets who it was. */
  forgettingPerson(metaUserId: string): Statement {
    return textOf(query.deleteFrom('connect_sessions').where('meta_user_id', '=', metaUserId));
  }

  /** Deletes Pages that are offered no more, with their tokens, and sessions that nobody comes back to. */
  async forgetOld(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.db, 'connect_pages', 'id', (page) => page('expires_at', '<=', now));
    await deleteInBatches(this.db, 'connect_sessions', 'id', (session) =>
      session('created_at', '<=', now - MEMORY_MS),
    );
  }

  private async forgetAllButNewest(userId: number): Promise<void> {
    const own = query.selectFrom('connect_sessions').select('id').where('user_id', '=', userId);
    const last = await this.db.row(own.orderBy('id', 'desc').limit(1).offset(MOST_PER_USER));
    if (!last) return;
    await this.db.run(
      query.deleteFrom('connect_sessions').where('user_id', '=', userId).where('id', '<=', last.id),
    );
  }

  private ending(claim: Claim, result: Partial<NewRow<'connect_sessions'>>): Statement {
    const over = { ended_at: this.clock.now(), token: null, locked_by: null, locked_until: null };
    return required(held(claim).set({ ...result, ...over }));
  }

  private rowOf(sessionId: number, page: OfferedPage, expiresAt: number): NewRow<'connect_pages'> {
    const { instagram } = page;
    return {
      session_id: sessionId,
      remote_id: page.id,
      name: page.name,
      token: page.token === null ? null : this.cipher.encrypt(page.token, pageTokenContext(sessionId)),
      may_post: page.mayPost ? 1 : 0,
      picture_url: page.pictureUrl,
      instagram_id: instagram?.id ?? null,
      instagram_username: instagram?.username ?? null,
      instagram_picture_url: instagram?.pictureUrl ?? null,
      expires_at: expiresAt,
    };
  }
}

const held = ({ id, by }: Claim) =>
  query
    .updateTable('connect_sessions')
    .where('id', '=', id)
    .where('locked_by', '=', by)
    .where('outcome', 'is', null);

const newSecret = (): string => randomBytes(32).toString('base64url');

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

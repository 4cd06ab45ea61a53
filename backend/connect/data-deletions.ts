import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { WithdrawnAccess } from '../accounts/checks/withdrawn-access';
import { Clock } from '../common/time/clock';
import { Database, insertStatement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query, type Row } from '../database/tables';
import { forgettingAnswers } from '../keyed-calls/forget-keyed-calls';
import { ConnectSessions } from './connect-sessions';

export type Deletion = Row<'data_deletions'>;

/** The ids that accounts have. Of any other person nothing is stored here. */
const STORED = /^[1-9]\d{0,31}$/;
const CODE = /^[0-9a-f]{32}$/;

/** How long a person can see that the deletion is done. */
const MEMORY_MS = 365 * 86_400_000;

/**
 * Deletes what is stored about a person and the accounts that they connected. All of it goes in the unit that records
 * the request; only the removal of accounts may have to wait, for a post that is just going public.
 */
@Injectable()
export class DataDeletions {
  private readonly log = new Logger('DataDeletions');

  constructor(
    private readonly db: Database,
    private readonly sessions: ConnectSessions,
    private readonly access: WithdrawnAccess,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** May be called again for the same person. @returns the code of the page that shows the state. */
  async request(metaUserId: string): Promise<string> {
    const code = randomBytes(16).toString('hex');
    const now = this.clock.now();
    if (!STORED.test(metaUserId)) {
      await this.db.insert('data_deletions', { code, requested_at: now, done_at: now });
      return code;
    }
    const users = query.selectFrom('accounts').select('user_id').where('meta_user_id', '=', metaUserId);
    const row = { code, meta_user_id: metaUserId, requested_at: now, done_at: null };
    await this.access.erase(metaUserId, [
      insertStatement('data_deletions', [row]),
      this.sessions.forgettingPerson(metaUserId),
      // Answers name accounts.
      forgettingAnswers(users),
    ]);
    await this.finish(metaUserId);
    return code;
  }

  async find(code: string): Promise<Deletion | undefined> {
    if (!CODE.test(code)) return undefined;
    return this.db.row(query.selectFrom('data_deletions').selectAll().where('code', '=', code));
  }

  /** Ends those that had to wait, or that a crash broke off. */
  async finishAll(): Promise<void> {
    const open = query.selectFrom('data_deletions').select('meta_user_id').distinct();
    for (const { meta_user_id: person } of await this.db.rows(open.where('done_at', 'is', null)))
      if (person !== null) await this.finish(person);
  }

  async forgetOld(): Promise<void> {
    const before = this.clock.now() - MEMORY_MS;
    await this.db.run(query.deleteFrom('data_deletions').where('done_at', '<=', before));
  }

  /** What fails here is tried again a minute later: the request is recorded. */
  private async finish(metaUserId: string): Promise<void> {
    try {
      if (!(await this.access.removeErased(metaUserId))) return;
      const done = query.updateTable('data_deletions').set({ done_at: this.clock.now(), meta_user_id: null });
      await this.db.run(done.where('meta_user_id', '=', metaUserId).where('done_at', 'is', null));
    } catch (error) {
      this.log.error({ err: error }, 'a deletion of data could not be finished; the next try is in a minute');
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { Sealer } from '../config/sealer';
import { Database, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import type { SealedColumn } from '../database/resealing';
import type { NetworkName } from '../ports/networks/network';
import { Feeds } from '../users/feeds';
import { Connection } from './connection.entity';
import { viewConnection, type ConnectionsView } from './connection.view';

/** What publishes to an account, as it was when it was read. */
export interface StoredCredentials {
  accountId: string;
  /** `null`: it cannot be opened with today's key. */
  token: string | null;
  /** Names this very token; one that is entered later is another, even if it is the same text. */
  sealed: string;
}

export interface Pause {
  /** The token itself was refused, and with it every account that is spoken to with it. */
  everyAccount?: boolean;
  reason: string;
  /** Unset: until the user reconnects. */
  untilMs?: number;
}

/** The accounts a user posts to. */
@Injectable()
export class ConnectionsService {
  constructor(
    @InjectRepository(Connection) private readonly connections: Repository<Connection>,
    private readonly feeds: Feeds,
    private readonly sealer: Sealer,
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async view(userId: number): Promise<ConnectionsView> {
    const found = await this.connections.findBy({ userId });
    const of = (network: NetworkName) =>
      viewConnection(
        found.find((each) => each.network === network),
        this.clock.now(),
      );
    return { facebook: of('facebook'), instagram: of('instagram') };
  }

  async credentials(userId: number, network: NetworkName): Promise<StoredCredentials | null> {
    // Between the due instant and the first byte: plain SQL takes a tenth of what the mapper does.
    const connection = await this.db.row<{ account_id: string; token: string }>(
      'SELECT account_id, token FROM connections WHERE user_id = ? AND network = ?',
      [userId, network],
    );
    if (!connection) return null;
    return this.opened(userId, connection.account_id, connection.token);
  }

  /** For an account that may not be connected any more. */
  opened(userId: number, accountId: string, sealed: string): StoredCredentials {
    return { accountId, sealed, token: this.sealer.open(sealed, placeOf(userId)) };
  }

  /**
   * Nothing is sent any more to the account that was spoken to, for as long as the pause says; the first statement
   * affects the accounts for which that is news. An account that was connected anew meanwhile is none of them.
   */
  pausing(
    userId: number,
    network: NetworkName,
    { accountId, sealed }: StoredCredentials,
    { everyAccount, reason, untilMs }: Pause,
  ): Statement[] {
    const isItsOwn = untilMs === undefined ? 'token = ?' : 'account_id = ?';
    return [
      {
        sql: `UPDATE connections SET paused_reason = ?, resumes_at = ? WHERE user_id = ? AND ${isItsOwn}
                 AND (network = ? OR 1 = ?) AND (paused_reason IS NULL OR resumes_at IS NOT NULL)`,
        params: [
          reason,
          untilMs ?? null,
          userId,
          untilMs === undefined ? sealed : accountId,
          network,
          Number(everyAccount ?? false),
        ],
      },
      this.telling(userId),
    ];
  }

  private telling(userId: number): Statement {
    return this.feeds.telling(userId, 'connections');
  }
}

export const missingText = (missing: string[] | null | undefined) =>
  missing ? JSON.stringify(missing) : null;

export const placeOf = (userId: number) => `users:${userId}:access_token`;

export const SEALED_TOKENS: SealedColumn[] = [
  { table: 'users', column: 'access_token', owner: 'id', placeOf },
  { table: 'connections', column: 'token', owner: 'user_id', placeOf },
  { table: 'posts', column: 'intent_token', owner: 'user_id', placeOf },
];

import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { SecretCipher } from '../config/secret-cipher';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import type { EncryptedColumn } from '../database/key-rotation';
import { query, type Row } from '../database/tables';
import type { NetworkName } from '../ports/networks/network';
import { viewConnection, type ConnectionsView } from './connection/connection.view';

/** Credentials for publishing to an account, as of one read. */
export interface StoredCredentials {
  /** The network's id of the account. */
  accountId: string;
  /** Null if it cannot be decrypted with the current key. */
  token: string | null;
  /** Identifies this token. The same text entered again gets another value. */
  sealed: string;
}

export type Defaults = Partial<Record<NetworkName, Row<'accounts'>>>;

/** The accounts a user posts to. */
@Injectable()
export class AccountsService {
  private readonly log = new Logger('Accounts');
  private toldOfKey = false;

  constructor(
    private readonly cipher: SecretCipher,
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async view(userId: number): Promise<ConnectionsView> {
    const { facebook, instagram } = await this.defaults(userId);
    const now = this.clock.now();
    return { facebook: viewConnection(facebook, now), instagram: viewConnection(instagram, now) };
  }

  /** The default account of each network, as the settings show it. */
  async defaults(userId: number): Promise<Defaults> {
    const rows = await this.db.rows(
      query.selectFrom('accounts').selectAll().where('user_id', '=', userId).where('is_default', '=', 1),
    );
    return Object.fromEntries(rows.map((row) => [row.network, row]));
  }

  /** All accounts that the user has connected, oldest first. */
  connected(userId: number): Promise<Row<'accounts'>[]> {
    return this.db.rows(
      query
        .selectFrom('accounts')
        .selectAll()
        .where('user_id', '=', userId)
        .where('removed_at', '=', 0)
        .orderBy('id'),
    );
  }

  /** Decrypts the credentials of an account that may no longer be connected. */
  opened(userId: number, accountId: string, sealed: string): StoredCredentials {
    return { accountId, sealed, token: this.cipher.decrypt(sealed, tokenContext(userId)) };
  }

  /** Whether the token may be readable to another process, and to this one once it is started with the same keys. */
  lacksKeyOf(sealed: string): boolean {
    const lacks = this.cipher.lacksKeyOf(sealed);
    if (lacks && !this.toldOfKey)
      this.log.error('access tokens are under an encryption key that this process does not have; posts wait');
    this.toldOfKey ||= lacks;
    return lacks;
  }

  /** Unless it is another account of the network meanwhile. */
  async rememberPostsPerDay(id: number, remoteId: string, postsPerDay: number): Promise<void> {
    const account = query.updateTable('accounts').where('id', '=', id).where('remote_id', '=', remoteId);
    await this.db.run(account.set({ posts_per_day: postsPerDay }));
  }
}

/** What a change of accounts is announced by. `connections` is the settings' view of the defaults. */
export const ACCOUNT_TOPICS = ['connections', 'accounts'] as const;

export const missingText = (missing: string[] | null | undefined) =>
  missing ? JSON.stringify(missing) : null;

export const tokenContext = (userId: number) => `users:${userId}:access_token`;

export const SEALED_TOKENS: EncryptedColumn[] = [
  { table: 'account_settings', column: 'access_token', owner: 'user_id', contextOf: tokenContext },
  { table: 'accounts', column: 'given_token', owner: 'user_id', contextOf: tokenContext },
  { table: 'accounts', column: 'token', owner: 'user_id', contextOf: tokenContext },
  { table: 'posts', column: 'intent_token', owner: 'user_id', contextOf: tokenContext },
];

import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { conflict } from '../../common/errors/errors';
import { SecretCipher } from '../../config/secret-cipher';
import { Changes } from '../../database/changes';
import type { Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import type { Row } from '../../database/tables';
import type { NetworkName } from '../../ports/networks/network';
import { POST_TOPICS } from '../../publishing/formats/lists';
import { AccountConnection, NO_DRAFT, type Entered, type Saved } from './account-connection';
import { AccountQuota } from '../account-quota';
import { ACCOUNT_TOPICS, missingText, tokenContext } from '../accounts.service';

/** An account as the network described it, with what posts to it. Instants are milliseconds since 1970. */
export interface NewAccount {
  network: NetworkName;
  remoteId: string;
  /** For an Instagram account: the Page that it belongs to. Null for a Page. */
  pageRemoteId: string | null;
  /** Null if the network could not be asked. The account keeps the name that it had. */
  name: string | null;
  /** The token that posts. It is sealed here. */
  token: string;
  /** The token that the user pasted, if that is another one. The user's other Pages can be chosen with it. */
  given?: { token: string; last4: string };
  /** The network's id of the person who granted the token; null if unknown. */
  metaUserId: string | null;
  /** Null when never or unknown. */
  expiresAt: number | null;
  dataAccessExpiresAt: number | null;
  /** Permissions that the token lacks; null if they cannot be read. */
  missing: string[] | null;
  /** True if the network could not be asked, so that the account is checked soon. */
  isUnverified?: boolean;
}

/** What must hold for a unit besides the accounts. */
export interface Condition {
  /** Required: undoes the unit where it does not hold. */
  statement: Statement;
  /** @throws the refusal, once it does not hold */
  confirm(): Promise<void>;
}

/** Tries of one call. Each failed one means that another call for this user was through. */
const MOST_TRIES = 50;

/** Connects accounts: those that the user does not have are added, the others get the new token and lose their pause. */
@Injectable()
export class AccountAdding {
  constructor(
    private readonly connection: AccountConnection,
    private readonly quota: AccountQuota,
    private readonly cipher: SecretCipher,
    private readonly changes: Changes,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * All or none, in one unit. Of an account that is named twice the first counts. An account that was removed comes back
   * with its history. The first account of a network becomes the default and gets the posts that had none.
   * `AccountList.views` describes the result.
   *
   * @returns the ids of the accounts, in the order in which they were given
   * @throws DomainError 422 `account_quota_exceeded` beyond the plan's number of accounts; 404 without such a user; 409
   * while others keep changing the user's accounts
   */
  async add(userId: number, accounts: readonly NewAccount[], condition?: Condition): Promise<number[]> {
    const wanted = distinct(accounts);
    for (let n = 0; n < MOST_TRIES; n++) {
      const before = await this.connection.readToConnect(userId);
      const fresh = wanted.filter((account) => !liveAs(before.live, account));
      await this.quota.admit(userId, { has: before.live.length, adds: fresh.length });
      const touched = { user: userId, topics: [...ACCOUNT_TOPICS, ...POST_TOPICS], account: 'all' as const };
      const statements = this.connecting(before, wanted);
      if (condition) statements.push(condition.statement);
      if (!(await this.changes.commit(statements, touched))) {
        await condition?.confirm();
        continue;
      }
      const { live } = await this.connection.read(userId);
      return wanted.flatMap((account) => liveAs(live, account)?.id ?? []);
    }
    throw conflict(CHANGED_ELSEWHERE);
  }

  private connecting(before: Entered, wanted: NewAccount[]): Statement[] {
    const seal = this.sealer(before.userId);
    const statements: Statement[] = [
      this.connection.saving(before, NO_DRAFT),
      this.connection.whileOpen(before),
    ];
    let state = before;
    for (const account of wanted) {
      const saved = this.columnsOf(account, seal);
      const existing = liveAs(before.live, account);
      if (existing) statements.push(...this.connection.reconnecting(existing, saved));
      else {
        statements.push(...this.connection.adding(state, account.network, saved));
        // Any row will do: the next account of this network is not its first one.
        const { defaults } = state;
        state = { ...state, defaults: { [account.network]: {} as Row<'accounts'>, ...defaults } };
      }
    }
    return statements;
  }

  private columnsOf(account: NewAccount, seal: (token: string) => string): Saved {
    const { token, given = { token, last4: token.slice(-4) } } = account;
    return {
      remote_id: account.remoteId,
      page_remote_id: account.pageRemoteId,
      name: account.name,
      token: seal(token),
      given_token: seal(given.token),
      given_token_last4: given.last4,
      meta_user_id: account.metaUserId,
      verified_at: account.isUnverified ? null : this.clock.now(),
      expires_at: account.expiresAt,
      data_access_expires_at: account.dataAccessExpiresAt,
      missing_permissions: missingText(account.missing),
    };
  }

  /** One sealed text for each token: accounts that have it in common are checked, and paused, together. */
  private sealer(userId: number): (token: string) => string {
    const sealed = new Map<string, string>();
    return (token) => {
      const known = sealed.get(token) ?? this.cipher.encrypt(token, tokenContext(userId));
      sealed.set(token, known);
      return known;
    };
  }
}

export const CHANGED_ELSEWHERE =
  'These settings are being changed elsewhere just now. Look at them, then save again.';

const liveAs = (live: Entered['live'], { network, remoteId }: Pick<NewAccount, 'network' | 'remoteId'>) =>
  live.find((row) => row.network === network && row.remote_id === remoteId);

function distinct(accounts: readonly NewAccount[]): NewAccount[] {
  const found = new Map<string, NewAccount>();
  for (const account of accounts) {
    const key = `${account.network} ${account.remoteId}`;
    if (!found.has(key)) found.set(key, account);
  }
  return [...found.values()];
}

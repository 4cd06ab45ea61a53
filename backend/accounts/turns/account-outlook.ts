import { Injectable } from '@nestjs/common';
import type { Row } from '../../database/tables';

/** What an account has to do. */
export interface Outlook {
  /** How many of its posts are pending. */
  pending: number;
  /** When the next one goes out, in ms since 1970; null if nothing is to come, or if the account may not post. */
  nextAt: number | null;
}

const NOTHING: Outlook = { pending: 0, nextAt: null };

type LookAhead = (userId: number, accounts: Row<'accounts'>[]) => Promise<Map<number, Outlook>>;

/** Foresees what accounts have to do. The module that owns the posts does the reading: once for all accounts. */
@Injectable()
export class AccountOutlook {
  private lookAhead: LookAhead = () => Promise.resolve(new Map<number, Outlook>());

  readBy(lookAhead: LookAhead): void {
    this.lookAhead = lookAhead;
  }

  /** @param accounts of this user */
  async of(userId: number, accounts: Row<'accounts'>[]): Promise<(account: { id: number }) => Outlook> {
    const found = accounts.length > 0 ? await this.lookAhead(userId, accounts) : new Map<number, Outlook>();
    return ({ id }) => found.get(id) ?? NOTHING;
  }
}

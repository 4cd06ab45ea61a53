import { Injectable } from '@nestjs/common';
import { invalid } from '../../common/errors/errors';
import { Database } from '../../database/database';
import { query } from '../../database/tables';
import type { NetworkName } from '../../ports/networks/network';
import type { PostFormat } from '../formats/formats';

/** Most accounts that one call makes posts for. */
export const MOST_ACCOUNTS = 100;

/** Ids of accounts; undefined is the default account. */
export type Chosen = readonly (number | undefined)[];

const DEFAULT: Chosen = [undefined];

/** Reads `account_ids`: the accounts that new posts are made for. */
@Injectable()
export class ChosenAccounts {
  constructor(private readonly db: Database) {}

  /**
   * @param given the field's value; undefined when it was not sent
   * @returns each account once, in the order of the request
   * @throws DomainError 422 unless all are connected accounts of the user on the network of the format
   */
  async read(userId: number, { network }: PostFormat, given: unknown): Promise<Chosen> {
    if (given === undefined) return DEFAULT;
    const ids = idsIn(given);
    const found = await this.db.rows(connectedAccounts(userId, network, ids));
    const known = new Set(found.map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw notConnected(unknown, network);
    return ids;
  }
}

const connectedAccounts = (userId: number, network: NetworkName, ids: readonly number[]) =>
  query
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .where('removed_at', '=', 0)
    .where('id', 'in', ids);

function idsIn(given: unknown): number[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_ACCOUNTS)
    throw invalid({ account_ids: [`Choose 1 to ${MOST_ACCOUNTS} accounts by their ids.`] });
  const ids = (given as unknown[]).map((id) => {
    const text = typeof id === 'number' || typeof id === 'string' ? String(id).trim() : '';
    if (!/^[1-9]\d{0,9}$/.test(text))
      throw invalid({ account_ids: ['account_ids is a list of ids of accounts.'] });
    return Number(text);
  });
  return [...new Set(ids)];
}

export const ACCOUNT_NAMES: Record<NetworkName, string> = { facebook: 'Facebook', instagram: 'Instagram' };

const notConnected = (id: number, network: NetworkName) =>
  invalid({
    account_ids: [`The account ${id} is none of your connected ${ACCOUNT_NAMES[network]} accounts.`],
  });

import { del, get, post, put, send } from '../../api';
import type { Schemas } from '../../types';
import type { Account } from './account';

/** What happens to the pending posts of a removed account. */
type PendingPosts = { pending: 'delete' } | { pending: 'move'; to: number };

export const fetchAccounts = () => get<Account[]>('/accounts');

/** Adds a Page, with its Instagram account if one is given; what exists already is connected again. */
export const addAccounts = (account: Schemas['NewAccountDto']) => post<Account[]>('/accounts', account);

export const changeAccount = (id: number, change: Schemas['ChangeAccountDto']) =>
  put<Account>(`/accounts/${id}`, change);

/** Browsers refuse to keep more alive than 64 KiB, of all calls together. */
const MOST_KEPT_ALIVE = 60_000;

/** All that wait, in the order in which they are to go out. It is also made when the page is closed meanwhile. */
export async function orderQueue(id: number, ids: number[]): Promise<Account> {
  const body = JSON.stringify({ ids });
  const keepalive = body.length <= MOST_KEPT_ALIVE;
  return (await send(`/api/accounts/${id}/queue`, { method: 'PUT', body, keepalive })).json as Account;
}

export const checkAccount = (id: number) => post<Account>(`/accounts/${id}/check`);

export function removeAccount(id: number, posts?: PendingPosts) {
  const query = new URLSearchParams(
    Object.entries(posts ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return del<Account>(`/accounts/${id}${query.size > 0 ? `?${query}` : ''}`);
}

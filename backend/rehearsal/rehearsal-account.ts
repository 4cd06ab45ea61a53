/** The one account that works without any set-up, and the rules by which every other id gets a name. */

export const REHEARSAL_TOKEN = 'rehearsal-token';
export const REHEARSAL_PAGE_ID = '100000000000001';
export const REHEARSAL_INSTAGRAM_ID = '17840000000000001';

/** Ids of accounts; also what makes an id safe as a part of a path. */
export const ACCOUNT_ID = /^\d{1,20}$/;

const INSTAGRAM_ID = /^1784\d{13}$/;

export const isInstagram = (id: string) => INSTAGRAM_ID.test(id);

export function accountName(id: string): string {
  if (isInstagram(id)) return `@${username(id)}`;
  return id === REHEARSAL_PAGE_ID ? 'Rehearsal Page' : `Rehearsal Page ${id.slice(-4)}`;
}

export function username(id: string): string {
  const isDefault = id === REHEARSAL_INSTAGRAM_ID || id === REHEARSAL_PAGE_ID;
  return isDefault ? 'rehearsal_page' : `rehearsal_page_${id.slice(-4)}`;
}

/** Tokens that begin so are a user's: `/me` is that user, and only they have `/me/accounts`, as on Meta's network. */
export const isUserToken = (token: string) => token.startsWith('user-');

/** As on Meta's network, only tokens that were given out here are good; `user-token` is a user's. */
export const isOwnToken = (token: string) => /^(rehearsal-token(-\d{1,20})?|user-[\w-]{1,64})$/.test(token);

/** The token that `/me/accounts` gives out for a page; `pageOf` finds the way back. */
export function pageToken(pageId: string): string {
  return pageId === REHEARSAL_PAGE_ID ? REHEARSAL_TOKEN : `${REHEARSAL_TOKEN}-${pageId}`;
}

/** The page that `/me` means. Only tokens made by `pageToken` say so; any other one speaks for the default page. */
export function pageOf(token: string): string {
  const named = token.startsWith(`${REHEARSAL_TOKEN}-`) ? token.slice(REHEARSAL_TOKEN.length + 1) : '';
  return ACCOUNT_ID.test(named) ? named : REHEARSAL_PAGE_ID;
}

/** Printed in the addresses that answers give out; calls may use any version. */
export const GRAPH_VERSION = 'v26.0';

import type { AccountRow } from '../turns/account-turns';
import type { Entered } from '../connection/account-connection';
import type { FacebookSettingsDto } from './facebook-settings.dto';

/**
 * What saved settings mean for the accounts. An id that another account of the user has only moves the default mark;
 * any other id changes the default account in place, or adds the first one.
 */
export interface SettingsTarget {
  pageId: string | null;
  instagramId: string | null;
  /** The user's account with this id, if there is one. */
  page?: AccountRow;
  instagram?: AccountRow;
  /** Whether the network must be asked about the Page: its token, or the Page itself, is new. */
  asksPage: boolean;
  /** Whether it must be asked about the Instagram account too. */
  asksInstagram: boolean;
  /** Whether nothing but the frequencies may change. */
  isUnchanged: boolean;
  /** The default accounts that were taken away. */
  leaves: AccountRow[];
}

export function targetOf(before: Entered, settings: FacebookSettingsDto): SettingsTarget {
  const { live, defaults } = before;
  const isTokenGiven = Boolean(settings.access_token);
  const pageId = wanted(settings.page_id, before.pageId);
  const instagramId = wanted(settings.instagram_page_id, before.instagramId);
  const on = (network: AccountRow['network'], remoteId: string | null) =>
    live.find((each) => each.network === network && each.remote_id === remoteId);
  const page = on('facebook', pageId);
  const instagram = on('instagram', instagramId);
  const asksPage = pageId !== null && (isTokenGiven || !page);
  const isOfPage = instagram !== undefined && instagram.page_remote_id === pageId;
  // The pair of defaults is changed together: a Page that replaces another one must have the Instagram account.
  const isOfDefault =
    instagram?.is_default === 1 && instagram.page_remote_id === (defaults.facebook?.remote_id ?? pageId);
  const asksInstagram =
    instagramId !== null && (!instagram || (asksPage && (isOfPage || (!page && isOfDefault))));
  return {
    pageId,
    instagramId,
    page,
    instagram,
    asksPage,
    asksInstagram,
    isUnchanged: !isTokenGiven && pageId === before.pageId && instagramId === before.instagramId,
    leaves: instagramId === null && defaults.instagram ? [defaults.instagram] : [],
  };
}

/** Whether the Page was cleared. A first token may be saved before its Page is known. */
export function disconnects(
  { pageId, given }: Entered,
  { page_id, access_token }: FacebookSettingsDto,
): boolean {
  if (page_id === undefined || page_id) return false;
  return pageId !== null || (given.sealed !== null && !access_token);
}

/** Absent keeps what there is; empty takes it away. */
const wanted = (given: string | null | undefined, before: string | null): string | null =>
  given === undefined ? before : given || null;

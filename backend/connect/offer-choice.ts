import type { NewAccount } from '../accounts/connection/account-adding';
import { invalid, type FieldErrors } from '../common/errors/errors';
import type { Row } from '../database/tables';
import { missingFor, whyNotOf } from './offered-page';

type Page = Row<'connect_pages'>;
type Session = Row<'connect_sessions'>;

/** The network's ids of what a person chose. One that is named twice counts once. */
export interface Choice {
  pageIds: readonly string[];
  instagramIds: readonly string[];
}

/**
 * The accounts that were chosen, in the order of the offer.
 *
 * @param open opens the sealed token of a Page
 * @throws DomainError 422 for an id that was not offered, a Page that may not post, and an empty choice
 */
export function chosenAccounts(
  { session, pages }: { session: Session; pages: readonly Page[] },
  { pageIds, instagramIds }: Choice,
  open: (sealed: string) => string,
): NewAccount[] {
  const byId = new Map(pages.map((page) => [page.remote_id, page]));
  const byInstagram = pagesByInstagram(pages);
  refuse({
    page_ids: problemsOf(pageIds, 'Page', byId),
    instagram_ids: problemsOf(instagramIds, 'Instagram account', byInstagram),
  });
  if (pageIds.length === 0 && instagramIds.length === 0)
    throw invalid({ page_ids: ['Choose at least one Page or Instagram account.'] });
  const [wantedPages, wantedInstagram] = [new Set(pageIds), new Set(instagramIds)];
  const account = (
    page: Page,
    of: Pick<NewAccount, 'network' | 'remoteId' | 'pageRemoteId' | 'name'>,
  ): NewAccount => ({
    ...of,
    token: open(page.token ?? ''),
    metaUserId: session.meta_user_id,
    // A Page's token that comes from a long-lived token of a person has no end.
    expiresAt: null,
    dataAccessExpiresAt: session.data_access_expires_at,
    missing: missingFor(of.network, session),
  });
  return pages.flatMap((page) => {
    const { remote_id, name, instagram_id: instagramId, instagram_username: username } = page;
    const found: NewAccount[] = [];
    if (wantedPages.has(remote_id))
      found.push(account(page, { network: 'facebook', remoteId: remote_id, pageRemoteId: null, name }));
    if (instagramId !== null && wantedInstagram.has(instagramId) && byInstagram.get(instagramId) === page)
      found.push(
        account(page, {
          network: 'instagram',
          remoteId: instagramId,
          pageRemoteId: remote_id,
          name: username,
        }),
      );
    return found;
  });
}

/** Two Pages may name one Instagram account. It is reached by the first that may post. */
function pagesByInstagram(pages: readonly Page[]): Map<string, Page> {
  const found = new Map<string, Page>();
  for (const page of pages) {
    const id = page.instagram_id;
    const known = id === null ? undefined : found.get(id);
    if (id !== null && (!known || (whyNotOf(known) !== null && whyNotOf(page) === null))) found.set(id, page);
  }
  return found;
}

function refuse(problems: FieldErrors): void {
  const found = Object.fromEntries(Object.entries(problems).filter(([, sentences]) => sentences.length > 0));
  if (Object.keys(found).length > 0) throw invalid(found);
}

/** The first few: a list of hundreds helps nobody. */
const MOST_SENTENCES = 5;

function problemsOf(ids: readonly string[], what: string, offered: ReadonlyMap<string, Page>): string[] {
  const sentences = [...new Set(ids)].flatMap((id) => {
    const page = offered.get(id);
    if (!page) return `The ${what} ${id} is not in this list. Connect again to choose it.`;
    const whyNot = whyNotOf(page);
    return whyNot === null ? [] : `${page.name}: ${whyNot}`;
  });
  return sentences.slice(0, MOST_SENTENCES);
}

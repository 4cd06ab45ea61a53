import type { Row } from '../database/tables';
import type { NetworkName } from '../ports/networks/network';

const NOT_TICKED = 'You did not grant this Page to Pagecast. Connect again and tick it.';
const NO_ROLE = 'Your role on this Page may not post.';

/** Why nothing can be posted on an offered Page, nor on its Instagram account; null if it can. */
export function whyNotOf({ token, may_post: mayPost }: Row<'connect_pages'>): string | null {
  if (token === null) return NOT_TICKED;
  return mayPost === 1 ? null : NO_ROLE;
}

/** What was asked for and not granted. */
export const missingOf = ({ missing_permissions: missing }: Row<'connect_sessions'>): string[] =>
  JSON.parse(missing ?? '[]') as string[];

/** Permissions that accounts of both networks need. */
const FOR_BOTH = ['pages_show_list', 'pages_read_engagement'];

/** The part of it that concerns an account of this network. */
export const missingFor = (network: NetworkName, session: Row<'connect_sessions'>): string[] =>
  missingOf(session).filter(
    (name) => FOR_BOTH.includes(name) || name.startsWith('instagram_') === (network === 'instagram'),
  );

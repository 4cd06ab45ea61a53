import type { Identity } from './accounts';
import type { MetaCall } from './call';
import { granted } from './logins';

/** Whether the person granted it. Tokens that come from no login have every permission. */
export const isGranted = (identity: Identity | undefined, permission: string): boolean =>
  !identity || identity.kind === 'app' || !identity.login || granted(identity.login).includes(permission);

/** The permission that a write needs (reference "Permissions by feature"); undefined if that is not known. */
export function neededFor({
  name,
  host,
  account,
}: Pick<MetaCall, 'name' | 'host' | 'account'>): string | undefined {
  // The start of an upload has asked already.
  if (host === 'rupload') return undefined;
  const isInstagram = account?.kind === 'instagram';
  switch (name) {
    case 'comments.create':
      return isInstagram ? 'instagram_manage_comments' : 'pages_manage_engagement';
    case 'thumbnails':
      return 'pages_manage_engagement';
    case 'delete':
      return isInstagram ? undefined : 'pages_manage_posts';
    default:
      return isInstagram ? 'instagram_content_publish' : 'pages_manage_posts';
  }
}

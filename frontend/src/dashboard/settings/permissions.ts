/** Meta's permissions without which nothing is posted, and what they allow, worded to follow 'may not' and 'permission to'. */
export const ALLOWS: Record<string, string> = {
  pages_show_list: 'see your Pages',
  pages_read_engagement: 'read the posts of your Page',
  pages_manage_posts: 'post to your Page',
  instagram_basic: 'see your Instagram account',
  instagram_content_publish: 'post to Instagram',
};

/** Those that only one feature needs. */
const ALSO_ALLOWS: Record<string, string> = {
  pages_manage_engagement: 'comment as your Page',
  pages_read_user_content: 'read the comments on your Page',
  read_insights: 'read the figures of your Page',
  instagram_manage_comments: 'comment on Instagram',
  instagram_manage_insights: 'read the figures of your Instagram account',
};

const stopsPosting = (name: string) => !(name in ALSO_ALLOWS);

/** What works no longer without this permission: 'comment as your Page (pages_manage_engagement)'. */
function allowedBy(name: string): string {
  const allows = ALLOWS[name] ?? ALSO_ALLOWS[name];
  return allows ? `${allows} (${name})` : name;
}

/** Names the missing permissions in words and by Meta's identifiers. */
export function missingPermissions(names: string[]): string {
  const list = listed(names.map(allowedBy));
  return names.some(stopsPosting)
    ? `Posts may be refused: this token may not ${list}. Get one with these permissions.`
    : `Posts go out. This token may not ${list}.`;
}

/** The same of an account or of a person, who can grant them in Facebook's dialog. */
export function notGranted(names: string[]): { lead: string; each: string[] } {
  return {
    lead: names.some(stopsPosting)
      ? 'Facebook may refuse posts. Pagecast lacks permission to:'
      : 'Posts go out. Pagecast lacks permission to:',
    each: names.map(allowedBy),
  };
}

const listed = (each: string[]) =>
  each.length > 1 ? `${each.slice(0, -1).join(', ')} or ${each.at(-1) ?? ''}` : each.join('');

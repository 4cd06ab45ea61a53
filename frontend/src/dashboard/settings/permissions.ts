/** Meta's permissions and what they allow, worded to follow 'may not'. */
export const ALLOWS: Record<string, string> = {
  pages_show_list: 'see your Pages',
  pages_read_engagement: 'read the posts of your Page',
  pages_manage_posts: 'post to your Page',
  instagram_basic: 'see your Instagram account',
  instagram_content_publish: 'post to Instagram',
};

/** Names the missing permissions in words and by Meta's identifiers. */
export function missingPermissions(names: string[]): string {
  const each = names.map((name) => (ALLOWS[name] ? `${ALLOWS[name]} (${name})` : name));
  const list = each.length > 1 ? `${each.slice(0, -1).join(', ')} or ${each.at(-1) ?? ''}` : each.join('');
  return `Posts may be refused: this token may not ${list}. Get one with these permissions.`;
}

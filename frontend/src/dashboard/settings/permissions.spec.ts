import { missingPermissions, notGranted } from './permissions';

describe('missing permissions', () => {
  it('are said in words, with the names that Meta gives them', () => {
    expect(missingPermissions(['pages_manage_posts'])).toBe(
      'Posts may be refused: this token may not post to your Page (pages_manage_posts). Get one with these permissions.',
    );
    expect(missingPermissions(['pages_show_list', 'instagram_basic', 'something_new'])).toBe(
      'Posts may be refused: this token may not see your Pages (pages_show_list), see your Instagram account ' +
        '(instagram_basic) or something_new. Get one with these permissions.',
    );
  });

  it('that only one feature needs stop no posts', () => {
    expect(missingPermissions(['read_insights'])).toBe(
      'Posts go out. This token may not read the figures of your Page (read_insights).',
    );
    expect(notGranted(['instagram_manage_comments', 'read_insights'])).toEqual({
      lead: 'Posts go out. Pagecast lacks permission to:',
      each: [
        'comment on Instagram (instagram_manage_comments)',
        'read the figures of your Page (read_insights)',
      ],
    });
    expect(notGranted(['read_insights', 'pages_manage_posts']).lead).toBe(
      'Facebook may refuse posts. Pagecast lacks permission to:',
    );
  });
});

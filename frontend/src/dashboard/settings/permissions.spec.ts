import { missingPermissions } from './permissions';

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
});

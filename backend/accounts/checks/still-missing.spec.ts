import { stillMissing } from './still-missing';

const REFUSED = JSON.stringify(['read_insights', 'pages_manage_posts']);

describe('the permissions that an account lacks after a check', () => {
  it.each([
    [
      'what the dialog told and nobody has granted',
      REFUSED,
      ['pages_manage_posts'],
      ['pages_show_list'],
      ['pages_manage_posts', 'read_insights'],
    ],
    ['not what was granted since', REFUSED, [], ['pages_manage_posts', 'read_insights'], []],
    ['what posting needs and lost', '[]', ['pages_manage_posts'], [], ['pages_manage_posts']],
    [
      'what posting needs, though it was granted for another Page',
      '[]',
      ['pages_manage_posts'],
      ['pages_manage_posts'],
      ['pages_manage_posts'],
    ],
    [
      'what was known, when nothing can be read',
      REFUSED,
      null,
      null,
      ['read_insights', 'pages_manage_posts'],
    ],
    ['nothing known', null, null, null, null],
    ['nothing known, where nothing lacked before', '[]', null, null, null],
    [
      'the answer, where nothing was known',
      null,
      ['instagram_basic'],
      ['pages_show_list'],
      ['instagram_basic'],
    ],
  ])('are %s', (_what, before, needed, granted, expected) => {
    expect(stillMissing(before, needed, granted)).toEqual(expected);
  });
});

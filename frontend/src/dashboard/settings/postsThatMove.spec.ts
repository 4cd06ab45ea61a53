import { sampleAccount } from '../accounts/sampleAccount';
import type { Inspection } from './calls';
import { postsThatMove } from './postsThatMove';

const bakery = sampleAccount({ pending: 3 });
const garage = sampleAccount({
  id: 2,
  remote_id: '20',
  name: 'Garage',
  is_default: 0,
  pending: 9,
});
const instagram = sampleAccount({
  id: 3,
  network: 'instagram',
  remote_id: '11',
  name: 'the.bakery',
  pending: 1,
});
const ALL = [bakery, garage, instagram];

const inspection: Inspection = {
  kind: 'user',
  expires_at: null,
  missing_permissions: [],
  pages: [{ page_id: '30', name: 'Museum', instagram: { id: '31', username: 'the.museum' } }],
};

describe('pending posts and another Page', () => {
  it('are counted, with the names of both', () => {
    expect(postsThatMove({ page_id: '30', instagram_page_id: '31' }, ALL, inspection)).toEqual([
      '3 pending posts will go to Museum instead of Bakery.',
      '1 pending post will go to the.museum instead of the.bakery.',
    ]);
    expect(postsThatMove({ page_id: '40', instagram_page_id: '11' }, ALL, undefined)).toEqual([
      '3 pending posts will go to 40 instead of Bakery.',
    ]);
  });

  it.each([
    ['the same Page', { page_id: '10', instagram_page_id: '11' }, ALL],
    ['another account of the user', { page_id: '20', instagram_page_id: '11' }, ALL],
    ['no Page', { page_id: '', instagram_page_id: '31' }, ALL],
    ['no Instagram account', { page_id: '10', instagram_page_id: '' }, ALL],
    ['a first Page', { page_id: '30', instagram_page_id: '31' }, []],
    ['an empty queue', { page_id: '30', instagram_page_id: '' }, [sampleAccount()]],
  ])('stay: %s', (_what, wanted, accounts) => {
    expect(postsThatMove(wanted, accounts, inspection)).toEqual([]);
  });
});

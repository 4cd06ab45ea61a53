import type { AccountRow } from '../turns/account-turns';
import { checkedTogether } from './checked-together';

let ids = 0;

const page = (remote_id: string, token: string | null): AccountRow =>
  ({
    id: ++ids,
    network: 'facebook',
    remote_id,
    page_remote_id: null,
    token,
    given_token: null,
  }) as AccountRow;

const instagram = (remote_id: string, page_remote_id: string | null, token: string): AccountRow =>
  ({ id: ++ids, network: 'instagram', remote_id, page_remote_id, token, given_token: null }) as AccountRow;

const asked = (...accounts: AccountRow[]) =>
  checkedTogether(accounts).map(({ sealed, pageId, instagramId }) => [sealed, pageId, instagramId]);

it('asks about a Page and its Instagram account once', () => {
  expect(asked(instagram('7', '1', 'a'), page('1', 'a'), page('2', 'b'))).toEqual([
    ['a', '1', '7'],
    ['b', '2', null],
  ]);
});

it('asks on its own about an Instagram account with another token than its Page, or without its Page', () => {
  expect(asked(page('1', 'a'), instagram('7', '1', 'b'), instagram('8', '2', 'a'))).toEqual([
    ['a', '1', null],
    ['b', '1', '7'],
    ['a', '2', '8'],
  ]);
});

it('asks about each of two Instagram accounts that once belonged to one Page', () => {
  expect(asked(page('1', 'a'), instagram('7', '1', 'a'), instagram('8', '1', 'a'))).toEqual([
    ['a', '1', '7'],
    ['a', '1', '8'],
  ]);
});

it('asks about no account without a token, nor about Instagram without a Page to ask with', () => {
  expect(asked(page('1', null), instagram('7', null, 'a'))).toEqual([]);
});

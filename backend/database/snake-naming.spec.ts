import { SnakeNaming } from './snake-naming';

const naming = new SnakeNaming();

it.each([
  ['id', 'id'],
  ['userId', 'user_id'],
  ['maxStorageBytes', 'max_storage_bytes'],
  ['accessTokenLast4', 'access_token_last4'],
  ['canUseSharedVideos', 'can_use_shared_videos'],
])('writes %s as %s', (property, column) => {
  expect(naming.columnName(property, undefined, [])).toBe(column);
});

it('names a join column after the relation', () => {
  expect(naming.joinColumnName('post', 'id')).toBe('post_id');
});

import '../captions/caption.entity';
import { textOf } from './database';
import { prepared } from './prepared';
import { query } from './tables';

describe('prepared', () => {
  let built = 0;
  const captionOf = prepared((at: { userId: number; content: string }) => {
    built++;
    const own = query.selectFrom('captions').select('id').where('content', '=', at.content);
    return own.where('user_id', '=', at.userId).where('id', '>', 5).where('user_id', '=', at.userId);
  });

  it('binds values by name, in any order and more than once', () => {
    const sql =
      'select `id` from `captions` where `content` = ? and `user_id` = ? and `id` > ? and `user_id` = ?';
    expect(textOf(captionOf({ userId: 7, content: 'x' }))).toEqual({ sql, params: ['x', 7, 5, 7] });
    expect(textOf(captionOf({ content: 'y', userId: 8 }))).toEqual({ sql, params: ['y', 8, 5, 8] });
  });

  it('builds the statement once', () => {
    captionOf({ userId: 9, content: 'z' });
    expect(built).toBe(1);
  });
});

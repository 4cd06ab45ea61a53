import '../captions/caption.entity';
import { textOf } from './database';
import { prepared, preparedUpdate } from './prepared';
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

describe('preparedUpdate', () => {
  let built = 0;
  const update = preparedUpdate(
    (at: { id: number }, set: { content?: string; last_used_at?: number | null }) => {
      built++;
      return query.updateTable('captions').set(set).where('id', '=', at.id);
    },
  );

  it('sets the given columns, and leaves out what is undefined', () => {
    const sql = 'update `captions` set `content` = ? where `id` = ?';
    expect(textOf(update({ id: 3 }, { content: 'x' }))).toEqual({ sql, params: ['x', 3] });
    expect(textOf(update({ id: 3 }, { content: 'x', last_used_at: undefined }))).toEqual({
      sql,
      params: ['x', 3],
    });
    expect(textOf(update({ id: 3 }, { last_used_at: null })).params).toEqual([null, 3]);
  });

  it('builds one statement for each set of columns', () => {
    built = 0;
    update({ id: 4 }, { content: 'y' });
    update({ id: 5 }, { last_used_at: 5, content: 'z' });
    update({ id: 6 }, { last_used_at: 6, content: 'z' });
    expect(built).toBe(1);
  });
});

import '../captions/caption.entity';
import { required, textOf } from './database';
import { query, type NewRow } from './tables';

const captions = query.selectFrom('captions').select(['id', 'content']);

describe('typed statements', () => {
  it('compile to one text with places for the values', () => {
    expect(textOf(captions.where('user_id', '=', 7).orderBy('last_used_at').limit(1))).toEqual({
      sql: 'select `id`, `content` from `captions` where `user_id` = ? order by `last_used_at` limit ?',
      params: [7, 1],
    });
  });

  it('carry the number of rows that they need in a unit', () => {
    const change = query.updateTable('captions').set({ content: 'x' }).where('id', '=', 1);
    expect(required(change)).toEqual({
      sql: 'update `captions` set `content` = ? where `id` = ?',
      params: ['x', 1],
      required: 1,
    });
    expect(required(change, 2)).toMatchObject({ required: 2 });
  });

  it('do not compile with an unknown table, column or type', () => {
    // @ts-expect-error no such table
    query.selectFrom('caption');
    // @ts-expect-error no such column
    captions.where('userId', '=', 7);
    // @ts-expect-error another type
    query.updateTable('captions').set({ content: 7 });
    // @ts-expect-error a relation is no column
    captions.select('user');
    // @ts-expect-error without what a row needs
    const row: NewRow<'captions'> = { user_id: 1, content: 'x' };
    expect(row).toBeDefined();
  });

  it('may omit generated and nullable columns in an INSERT', () => {
    const row: NewRow<'captions'> = { user_id: 1, content: 'x', created_at: 0 };
    expect(textOf(query.insertInto('captions').values(row)).sql).toBe(
      'insert into `captions` (`user_id`, `content`, `created_at`) values (?, ?, ?)',
    );
  });
});

import { sql } from 'kysely';
import '../captions/caption.entity';
import type { ListRequest } from '../common/lists/lists';
import { Database, type Done, type Statement } from './database';
import { listOf } from './list-rows';
import { query } from './tables';

/** Answers with three rows, and records the statements. */
class AskedDatabase extends Database {
  override readonly lockingRead = sql.raw('');
  readonly asked: Statement[] = [];
  rowsOfAnswer = 3;

  protected override read<T>(statement: Statement): Promise<T[]> {
    this.asked.push(statement);
    const rows = Array.from({ length: this.rowsOfAnswer }, (_, n) => ({ id: n, total_rows: 30 }) as T);
    return Promise.resolve(statement.sql.startsWith('select count') ? [{ total_rows: 30 } as T] : rows);
  }
  protected override write = (): Promise<number> => Promise.reject(new Error('a list writes nothing'));
  protected override add = this.write;
  protected override unit = (): Promise<Done[] | null> => Promise.reject(new Error('a list writes nothing'));
  override isDuplicate = () => false;
}

const REQUEST: ListRequest = { dialect: 'page', page: 1, offset: 0, limit: 15, sort: null, filter: {} };

describe('listOf', () => {
  let built = 0;
  const list = listOf((at: { userId: number }) => {
    built++;
    return {
      rows: query.selectFrom('captions').select('id').where('user_id', '=', at.userId),
      filter: { id: 'id', q: ['content', 'id'], used: 'last_used_at', flag: 'user_id' },
      sort: { content: sql`lower(content)` },
      order: [
        ['created_at', 'desc'],
        ['id', 'desc'],
      ],
    };
  });
  let db: AskedDatabase;
  beforeEach(() => (db = new AskedDatabase()));

  const asked = async (request: Partial<ListRequest>) => {
    const page = await list(db, { ...REQUEST, ...request }, { userId: 7 });
    return { page, ...db.asked.at(-1) };
  };

  it('reads a page and its total in one statement', async () => {
    const { page, sql: text, params } = await asked({ offset: 15 });
    expect(text).toBe(
      'select `id`, (select count(*) as `total_rows` from `captions` where `user_id` = ?) as `total_rows` ' +
        'from `captions` where `user_id` = ? order by `created_at` desc, `id` desc limit ? offset ?',
    );
    expect(params).toEqual([7, 7, 15, 15]);
    expect(page).toEqual({ rows: [{ id: 0 }, { id: 1 }, { id: 2 }], total: 30 });
    expect(db.asked).toHaveLength(1);
  });

  it('counts separately past the end of the list', async () => {
    db.rowsOfAnswer = 0;
    const { page, sql: text, params } = await asked({ offset: 45 });
    expect(page).toEqual({ rows: [], total: 30 });
    expect(text).toBe('select count(*) as `total_rows` from `captions` where `user_id` = ?');
    expect(params).toEqual([7]);
  });

  it('orders by a column, or by the expression that stands for it', async () => {
    const byId = await asked({ sort: { column: 'id', descending: false } });
    expect(byId.sql).toContain('order by `id` asc, `created_at` desc, `id` desc limit');
    const byContent = await asked({ sort: { column: 'content', descending: true } });
    expect(byContent.sql).toContain('order by lower(content) desc, ');
  });

  it('filters by each kind of value', async () => {
    const { sql: text, params } = await asked({
      filter: {
        id: { kind: 'ids', ids: [3, 4] },
        q: { kind: 'search', text: '50%' },
        used: { kind: 'presence', on: false },
        flag: { kind: 'flag', on: true },
      },
    });
    expect(text).toContain(
      "where `user_id` = ? and `id` in (?, ?) and (`content` like ? escape '!' or `id` like ? escape '!') " +
        'and `last_used_at` is null and `user_id` = ? order by',
    );
    const filters = [7, 3, 4, '%50!%%', '%50!%%', 1];
    expect(params).toEqual([...filters, ...filters, 15, 0]);
  });

  it('finds nothing without ids, and keeps one statement per number of ids', async () => {
    const none = await asked({ filter: { id: { kind: 'ids', ids: [] } } });
    expect(none.sql).toContain('`id` in (null)');
    const one = await asked({ filter: { id: { kind: 'ids', ids: [1] } } });
    expect(one.params).toEqual([7, 1, 7, 1, 15, 0]);
    const other = await asked({ filter: { id: { kind: 'ids', ids: [2] } } });
    expect(other).toMatchObject({ sql: one.sql, params: [7, 2, 7, 2, 15, 0] });
  });

  describe('of joined rows', () => {
    const joined = listOf(() => ({
      rows: query
        .selectFrom('captions as c')
        .innerJoin('users as u', 'u.id', 'c.user_id')
        .select(['c.id', 'u.name']),
      filter: { id: 'c.id', q: ['c.content', 'u.name'] },
      order: [['c.id', 'desc']],
      base: { table: 'captions', alias: 'c' } as const,
    }));
    const textFor = async (request: Partial<ListRequest>) => {
      await joined(db, { ...REQUEST, ...request }, {});
      return db.asked.at(-1)?.sql;
    };
    const FROM = 'from `captions` as `c`';
    const JOINED = `${FROM} inner join \`users\` as \`u\` on \`u\`.\`id\` = \`c\`.\`user_id\``;

    it('counts and skips rows of the first table alone, if the request names no other', async () => {
      const condition = 'where `c`.`id` in (?)';
      const text = await textFor({ filter: { id: { kind: 'ids', ids: [3] } } });
      expect(text).toBe(
        `select \`c\`.\`id\`, \`u\`.\`name\`, (select count(*) as \`total_rows\` ${FROM} ${condition}) as \`total_rows\` ` +
          `${JOINED} where \`c\`.\`id\` in (select \`chosen\`.\`id\` from (select \`c\`.\`id\` as \`id\` ${FROM} ` +
          `${condition} order by \`c\`.\`id\` desc limit ? offset ?) as \`chosen\`) order by \`c\`.\`id\` desc`,
      );
    });

    it('counts the joined rows for a filter of another table', async () => {
      const text = await textFor({ filter: { q: { kind: 'search', text: 'x' } } });
      expect(text).toContain(`(select count(*) as \`total_rows\` ${JOINED} where (`);
      expect(text).toMatch(/ order by `c`\.`id` desc limit \? offset \?$/);
    });

    it('skips joined rows in an order by another table, and counts those of the first', async () => {
      const text = await textFor({ sort: { column: 'u.name', descending: false } });
      expect(text).toContain(`(select count(*) as \`total_rows\` ${FROM}) as`);
      expect(text).toMatch(/ order by `u`\.`name` asc, `c`\.`id` desc limit \? offset \?$/);
    });
  });

  it('builds its source once', () => {
    expect(built).toBe(1);
  });
});

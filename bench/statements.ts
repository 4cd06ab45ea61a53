import type { DataSource } from 'typeorm';
import { prepared } from '../backend/database/prepared';
import { query } from '../backend/database/tables';
import { Post } from '../backend/publishing/posts/post.entity';
import { openDatabase } from '../test/support/databases';
import { comparison, type Benchmark, type Row } from './support/report';
import { inTurns } from './support/statistics';

const ROUNDS = 9;
const STATEMENTS = 20_000;

/** What it costs to build a statement before it is sent: by Kysely, prepared, and by TypeORM's own builder. */
export const statements: Benchmark = {
  name: 'statements',
  run: async () => {
    const { dataSource } = await openDatabase({ kind: 'sqlite', file: ':memory:' });
    try {
      return [
        ...(await rowsOf('SELECT by key', selects(dataSource))),
        ...(await rowsOf('UPDATE by key', updates(dataSource))),
      ];
    } finally {
      await dataSource.destroy();
    }
  },
};

/** Each builds the statement for the post of that id. */
interface Builders {
  kysely: (id: number) => unknown;
  prepared: (id: number) => unknown;
  typeorm: (id: number) => unknown;
}

function selects(dataSource: DataSource): Builders {
  const kysely = ({ id }: { id: number }) =>
    query.selectFrom('posts').select(['id', 'status', 'due_at']).where('id', '=', id);
  const bind = prepared(kysely);
  return {
    kysely: (id) => kysely({ id }).compile(),
    prepared: (id) => bind({ id }).compile(),
    typeorm: (id) =>
      dataSource
        .createQueryBuilder(Post, 'p')
        .select(['p.id', 'p.status', 'p.dueAt'])
        .where('p.id = :id', { id })
        .getQueryAndParameters(),
  };
}

function updates(dataSource: DataSource): Builders {
  const kysely = ({ id, at }: { id: number; at: number }) =>
    query.updateTable('posts').set({ due_at: at, locked_by: null }).where('id', '=', id);
  const bind = prepared(kysely);
  return {
    kysely: (id) => kysely({ id, at: id }).compile(),
    prepared: (id) => bind({ id, at: id }).compile(),
    typeorm: (id) =>
      dataSource
        .createQueryBuilder()
        .update(Post)
        .set({ dueAt: id, lockedBy: null })
        .where('id = :id', { id })
        .getQueryAndParameters(),
  };
}

async function rowsOf(what: string, { kysely, prepared: bound, typeorm }: Builders): Promise<Row[]> {
  const costs = await inTurns(ROUNDS, {
    kysely: () => microseconds(kysely),
    bound: () => microseconds(bound),
    typeorm: () => microseconds(typeorm),
  });
  const options = { unit: 'µs', baselineName: "TypeORM's builder" };
  return [
    comparison(`${what}, built by Kysely`, costs.kysely, costs.typeorm, { ...options, atMost: 0.8 }),
    comparison(`${what}, prepared`, costs.bound, costs.typeorm, { ...options, atMost: 0.1 }),
  ];
}

function microseconds(build: (id: number) => unknown): Promise<number> {
  const begin = performance.now();
  for (let id = 1; id <= STATEMENTS; id++) build(id);
  return Promise.resolve(((performance.now() - begin) * 1000) / STATEMENTS);
}

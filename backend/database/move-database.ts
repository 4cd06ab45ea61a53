import { setImmediate as pause } from 'node:timers/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Config } from '../config/config';
import { dataSourceOptions, MIGRATIONS } from './data-source';
import { MoveSource, type MovedTable } from './move-source';
import { MoveTarget, TargetNotEmpty } from './move-target';
import { markMoved, movedThere, refuseMovedElsewhere } from './moved-away';

type Entities = NonNullable<DataSourceOptions['entities']>;

interface Move {
  /** The SQLite file. Nobody may have it open. */
  file: string;
  /** An empty database, or one that an earlier move has left unfinished. */
  to: Extract<Config['database'], { kind: 'mysql' }>;
  entities: Entities;
  /** Is told what has been done, a line for each table. */
  say: (line: string) => void;
}

/**
 * Copies all rows of an SQLite database to MySQL and compares each of them afterwards. Until the end the target is
 * marked as unfinished, so that it holds all or counts for nothing; the source is not changed.
 * @throws an error in words; then the move can be repeated.
 */
export async function moveDatabase({
  file,
  to,
  entities,
  say,
}: Move): Promise<{ rows: number; tables: number }> {
  const source = MoveSource.open(file);
  try {
    refuseUnfit(source);
    await refuseMovedElsewhere(file, to);
    const options = dataSourceOptions(to, entities);
    const tables = await tablesOf(options);
    const target = await MoveTarget.open(to, options).catch(async (error: unknown) => {
      const there = error instanceof TargetNotEmpty ? await movedThere(file, to) : undefined;
      throw there === undefined ? error : new Error(there);
    });
    try {
      let rows = 0;
      for (const table of tables) {
        const moved = await copy(source, target, table);
        rows += moved;
        if (moved > 0) say(`${table.name}: ${moved} rows`);
      }
      for (const table of tables) await verify(source, target, table);
      await markMoved(file, to);
      await target.finish();
      return { rows, tables: tables.length };
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

function refuseUnfit(source: MoveSource): void {
  const done = new Set(source.migrations());
  const known = MIGRATIONS.map((Migration) => new Migration().name);
  if (done.size === 0) throw new Error(`${source.file} is no database of Pagecast.`);
  if ([...done].some((name) => !known.includes(name)))
    throw new Error(`${source.file} was migrated by a newer version. Use that version to move it.`);
  if (known.some((name) => !done.has(name)))
    throw new Error(`${source.file} is of an older version. Run \`cli migrate\` on it first.`);
  const broken = source.brokenTables();
  if (broken.length > 0)
    throw new Error(
      `${source.file} is damaged: rows of ${broken.join(', ')} refer to rows that do not exist.`,
    );
}

/** The tables of the entities, which are all that the product has. */
async function tablesOf(options: DataSourceOptions): Promise<MovedTable[]> {
  const dataSource = new DataSource(options);
  // Reads the entities, and connects to nothing.
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  return dataSource.entityMetadatas.map(({ tableName, columns, primaryColumns }) => ({
    name: tableName,
    columns: columns.map(({ databaseName }) => databaseName),
    key: primaryColumns.map(({ databaseName }) => databaseName),
  }));
}

async function copy(source: MoveSource, target: MoveTarget, table: MovedTable): Promise<number> {
  await target.clear(table);
  let rows = 0;
  for (const batch of source.batches(table)) {
    await target.insert(table, batch);
    rows += batch.length;
    await pause();
  }
  const last = source.lastId(table);
  if (last > 0) await target.continueAfter(table, last);
  return rows;
}

async function verify(source: MoveSource, target: MoveTarget, table: MovedTable): Promise<void> {
  for (const batch of source.batches(table)) await target.compare(table, batch);
  const [before, after] = [source.count(table), await target.count(table)];
  if (before !== after) throw new Error(`${table.name} has ${before} rows in SQLite and ${after} in MySQL.`);
}

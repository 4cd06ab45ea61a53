import { createConnection, type RowDataPacket } from 'mysql2/promise';

const CHANGED_BY_RESTORES = [
  'sessions',
  'reset_links',
  'sign_in_challenges',
  'publisher_heartbeats',
  'accounts',
  'migrations',
];

export type Rows = Record<string, RowDataPacket[]>;

/** One connection to a MariaDB, for a few statements. */
export async function withServer<T>(
  url: string,
  work: (sql: (text: string) => Promise<RowDataPacket[]>) => Promise<T>,
): Promise<T> {
  const connection = await createConnection(url.replace('mariadb:', 'mysql:'));
  try {
    return await work(async (text) => (await connection.query<RowDataPacket[]>(text))[0]);
  } finally {
    await connection.end();
  }
}

/** All rows by table, but for those that a restore changes by design. */
export const rowsOf = (url: string): Promise<Rows> =>
  withServer(url, async (sql) => {
    const tables = (await sql('SHOW TABLES')).map((row) => String(Object.values(row)[0]));
    const all: Rows = {};
    for (const table of tables.filter((name) => !CHANGED_BY_RESTORES.includes(name)))
      all[table] = await sql(`SELECT * FROM \`${table}\` ORDER BY 1, 2`);
    return all;
  });

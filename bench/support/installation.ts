import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { DatabaseConfig } from '../../backend/config/config';
import type { Database } from '../../backend/database/database';
import { openDatabase, scratchMariadb } from '../../test/support/databases';
import { addAccounts, addPosts, bringUpToDate } from '../../test/support/many-accounts';
import { scratchDir } from './product';

const DAY_MS = 86_400_000;
/** While rows are written by the million. */
const CACHE_KB = 3_000_000;

export type DatabaseName = 'SQLite' | 'MariaDB';

export interface Size {
  posts: number;
  accounts: number;
}

/** A database with that many accounts and waiting posts, none of which is due for a day. */
export class Installation {
  private constructor(
    readonly name: DatabaseName,
    readonly size: Size,
    readonly db: Database,
    readonly dataSource: DataSource,
    private readonly clean: () => Promise<void>,
  ) {}

  static async make(name: DatabaseName, size: Size): Promise<Installation> {
    const { config, clean } = await place(name);
    const { db, dataSource } = await openDatabase(config);
    const begun = performance.now();
    const speed = async (pragmas: string[]) => {
      if (name === 'SQLite') for (const pragma of pragmas) await dataSource.query(`PRAGMA ${pragma}`);
    };
    await speed(['synchronous = OFF', `cache_size = -${CACHE_KB}`]);
    await addAccounts(db, size.accounts);
    await addPosts(db, { count: size.posts, accounts: size.accounts, dueAt: Date.now() + DAY_MS });
    await bringUpToDate(db);
    // As the product opens it; cache_size is SQLite's own default.
    await speed(['wal_checkpoint(TRUNCATE)', 'synchronous = FULL', 'cache_size = -2000']);
    if (name === 'MariaDB')
      await dataSource.query('ANALYZE TABLE posts, accounts, users, subscriptions, quota_usage');
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(`${name}: ${size.posts} posts and ${size.accounts} accounts, made in ${seconds} s`);
    return new Installation(name, size, db, dataSource, clean);
  }

  async end(): Promise<void> {
    await this.dataSource.destroy();
    await this.clean();
  }
}

async function place(name: DatabaseName): Promise<{ config: DatabaseConfig; clean: () => Promise<void> }> {
  if (name === 'MariaDB') {
    const { make, clean } = scratchMariadb();
    return { config: await make(), clean };
  }
  const dir = await scratchDir('scale');
  const clean = () => rm(dir, { recursive: true, force: true });
  return { config: { kind: 'sqlite', file: join(dir, 'pagecast.sqlite') }, clean };
}

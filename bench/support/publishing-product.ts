import { randomFillSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseConfig } from '../../backend/config/config';
import { insertStatement, type Database } from '../../backend/database/database';
import type { NewRow } from '../../backend/database/tables';
import { newKey } from '../../backend/ports/storage/media-key';
import { DiskStorage } from '../../backend/ports/storage/disk-storage';
import { openDatabase } from '../../test/support/databases';
import { addAccounts } from '../../test/support/many-accounts';
import { SECRETS } from '../../test/support/services';
import type { InstantGraph } from './instant-graph-process';
import { Product, scratchDir } from './product';

export const FILE_BYTES = 1024 * 1024;
const DAY_MS = 86_400_000;

/** Enough accounts that none limits the rate: each publishes one post at a time. */
const ACCOUNTS = 128;

interface Wanted {
  graph: InstantGraph;
  slots: number;
  posts: number;
  accounts?: number;
  fileBytes?: number;
  /** Otherwise everything is in one folder and one process. */
  place?: PublishingPlace;
}

/** Where a publisher finds its posts. */
export interface PublishingPlace {
  database: DatabaseConfig;
  env: Record<string, string>;
  /** For the media. */
  dir: string;
}

/** The product with posts that wait for a day, until they are told to be due. */
export class Publishing {
  private given = 0;

  private constructor(
    readonly product: Product,
    readonly db: Database,
    private readonly close: () => Promise<void>,
  ) {}

  static async start({
    graph,
    slots,
    posts,
    accounts = ACCOUNTS,
    fileBytes = FILE_BYTES,
    place,
  }: Wanted): Promise<Publishing> {
    const dir = place?.dir ?? (await scratchDir('throughput'));
    const { db, dataSource } = await openDatabase(
      place?.database ?? { kind: 'sqlite', file: join(dir, 'pagecast.sqlite') },
    );
    await addAccounts(db, accounts);
    const product = await Product.start({
      dir,
      env: {
        NETWORK: 'live',
        GRAPH_URL: graph.url,
        RUPLOAD_URL: graph.url,
        PUBLISH_CONCURRENCY: String(slots),
        JWT_SECRET: SECRETS.jwt,
        ENCRYPTION_KEY: SECRETS.encryption.map((each) => each.toString('hex')).join(),
        ...place?.env,
      },
    });
    const file = join(dir, 'video');
    await writeFile(file, randomFillSync(Buffer.alloc(fileBytes)));
    const key = newKey('mp4');
    // Only once the product has made its media folder: rows with files and no folder mean that a disk is missing.
    await new DiskStorage(join(dir, 'media')).put(file, key);
    await addPosts(db, posts, { accounts, key, fileBytes });
    return new Publishing(product, db, () => dataSource.destroy());
  }

  publish(posts: number): Promise<void> {
    const now = Date.now();
    return this.schedule(posts, () => now);
  }

  /** Makes the next so many due, each at an instant of its own. */
  async schedule(posts: number, dueAt: (n: number) => number): Promise<void> {
    const from = this.given;
    this.given += posts;
    const all = Array.from({ length: posts }, (_, n) => ({ id: from + n + 1, at: dueAt(n) }));
    const due = all.map(({ id, at }) => ({
      sql: 'UPDATE posts SET scheduled_for = ?, due_at = ? WHERE id = ?',
      params: [at, at, id],
    }));
    const accounts = {
      // A publication that ends meanwhile must not put back what it read before.
      sql: `UPDATE accounts SET changes = changes + 1, next_due_at =
              (SELECT MIN(p.due_at) FROM posts p WHERE p.account_id = accounts.id AND p.status = 'pending')`,
      params: [],
    };
    await this.db.atomically([...due, accounts]);
  }

  async end(): Promise<void> {
    await this.close();
    await this.product.end();
  }
}

interface Given {
  accounts: number;
  key: string;
  fileBytes: number;
}

async function addPosts(db: Database, count: number, { accounts, key, fileBytes }: Given): Promise<void> {
  const later = Date.now() + DAY_MS;
  const post = (n: number): NewRow<'posts'> => ({
    user_id: (n % accounts) + 1,
    account_id: (n % accounts) + 1,
    kind: 'video',
    network: 'facebook',
    format: 'reel',
    title: 'How the harbour wakes up',
    status: 'pending',
    scheduled_for: later,
    due_at: later,
    file_key: key,
    size_bytes: fileBytes,
    width: 1080,
    height: 1920,
    duration_ms: 32_500,
    created_at: later - 2 * DAY_MS,
  });
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, n) => post(from + n));
    const { sql, params } = insertStatement('posts', rows);
    await db.run(sql, params);
  }
}

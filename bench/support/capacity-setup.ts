import { join } from 'node:path';
import type { DatabaseConfig } from '../../backend/config/config';
import { OwnMariadb } from '../../test/support/own-mariadb';
import { RedisServer } from '../../test/support/redis-server';
import type { Servers } from './meter';
import { scratchDir } from './product';
import type { PublishingPlace } from './publishing-product';

/** As MySQL 8 is out of the box: what is answered is on the disk, and in the binary log. */
const DURABLE = [
  '--innodb-flush-log-at-trx-commit=1',
  '--log-bin',
  '--sync-binlog=1',
  '--binlog-format=ROW',
  '--innodb-buffer-pool-size=512M',
];

/** An installation of its own. */
export interface Place {
  database: DatabaseConfig;
  env: Record<string, string>;
  /** Of the product; media are in it. */
  dir: string;
}

/** On one machine everything is in a folder. */
export async function alone(): Promise<Place> {
  const dir = await scratchDir('capacity');
  return { dir, env: {}, database: { kind: 'sqlite', file: join(dir, 'pagecast.sqlite') } };
}

/** The servers that several machines share, each a process of its own. Media are in a folder: a bucket is not measured. */
export class SharedServers implements Servers {
  private databases = 0;

  private constructor(
    readonly mariadb: OwnMariadb,
    readonly redis: RedisServer,
  ) {}

  static async start(): Promise<SharedServers> {
    return new SharedServers(await OwnMariadb.start(...DURABLE), await RedisServer.start());
  }

  /** A database that nobody has used. */
  async place(): Promise<Place> {
    const name = `pagecast_${++this.databases}`;
    await this.mariadb.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    const database = { ...this.mariadb.config, url: this.mariadb.config.url.replace(/[^/]+$/, name) };
    const env = { DATABASE_URL: database.url, QUEUE_URL: this.redis.url };
    return { dir: await scratchDir('capacity'), database, env };
  }

  async publishingPlace(): Promise<PublishingPlace> {
    const { database, env, dir } = await this.place();
    return { dir, database, env: { ...env, ROLE: 'publisher' } };
  }

  async end(): Promise<void> {
    await this.redis.end();
    await this.mariadb.end();
  }
}

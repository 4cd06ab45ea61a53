import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { ENTITIES } from '../../backend/app.module';
import { Clock } from '../../backend/common/time/clock';
import { RateLimits } from '../../backend/common/limits/rate-limits';
import { Config, loadConfig } from '../../backend/config/config';
import { Secrets } from '../../backend/config/secrets';
import { Database } from '../../backend/database/database';
import { Mailer } from '../../backend/ports/mail/mailer';
import {
  Networks,
  type Inspection,
  type Outcome,
  type PublishJob,
  type Verification,
} from '../../backend/ports/networks/network';
import type { CommentJob, CommentOutcome } from '../../backend/ports/networks/first-comment';
import { MemoryQueue } from '../../backend/ports/queue/memory-queue';
import { Queue } from '../../backend/ports/queue/queue';
import { Storage, type StoredFile } from '../../backend/ports/storage/storage';
import { PublishingModule } from '../../backend/publishing/publishing.module';
import { FolderPieces } from '../../backend/uploads/folder-pieces';
import { Pieces } from '../../backend/uploads/pieces';
import { Container, repositories } from '../simulation/container';

/** Seals the tokens of the accounts, as `loadSecrets` would read it. */
export const SECRETS: Secrets = {
  jwt: 'a secret of this run, and of no other',
  encryption: [Buffer.alloc(32, 7)],
};

interface Given {
  db: Database;
  dataSource: DataSource;
  networks?: Networks;
  env?: Record<string, string>;
  queue?: Queue;
  /** What else is there, by its token. */
  more?: [unknown, unknown][];
}

/** The product's services on a database, one process of them: nothing of them runs by itself. */
export function servicesOn({
  db,
  dataSource,
  networks = new InstantNetworks(),
  env = {},
  queue,
  more = [],
}: Given): Container {
  // Each publication is worth a line.
  Logger.overrideLogger(['error']);
  const config = loadConfig({ DATA_DIR: '/nowhere', NETWORK: 'live', LOG_LEVEL: 'silent', ...env });
  const container = new Container(
    new Map<unknown, unknown>([
      [Clock, new Clock()],
      [Config, config],
      [Secrets, SECRETS],
      [Database, db],
      ...repositories(dataSource, ENTITIES, (work) => work()),
      [Storage, new InstantStorage()],
      [Pieces, FolderPieces],
      [Queue, queue ?? MemoryQueue],
      [Networks, networks],
      [Mailer, { send: () => Promise.resolve() } satisfies Mailer],
      [RateLimits, { consume: () => Promise.resolve() }],
      ...more,
    ]),
  );
  // Some register themselves with others, and nobody asks for them.
  const providers = Reflect.getMetadata('providers', PublishingModule) as Parameters<Container['get']>[0][];
  for (const provider of providers) container.get(provider);
  return container;
}

/** Publishes as a photo is published, by one call that is written down before and after; it answers at once. */
export class InstantNetworks extends Networks {
  private count = 0;

  override async publish(_network: string, { ledger, credentials }: PublishJob): Promise<Outcome> {
    const remoteId = String(10 ** 15 + ++this.count);
    const session = { protocol: 'instant', accountId: credentials.accountId, remoteId, intentAt: Date.now() };
    const receipt = await ledger.begin('publish', session);
    await this.answer(credentials.accountId);
    await ledger.finish(receipt, { outcome: 'done', remoteId });
    return { kind: 'published', remoteId };
  }

  override comment(_network: string, _job: CommentJob): Promise<CommentOutcome> {
    return Promise.resolve({ kind: 'posted' });
  }

  override verify(): Promise<Verification> {
    return Promise.resolve({ kind: 'unreachable', reason: 'Nobody is asked here.' });
  }

  override inspect(): Promise<Inspection> {
    return Promise.resolve({ kind: 'unreachable', reason: 'Nobody is asked here.' });
  }

  /** @param _accountId where the post goes */
  protected answer(_accountId: string): Promise<void> {
    return Promise.resolve();
  }
}

/** Has every file that is asked for, without a disk. */
export class InstantStorage {
  stat(key: string): Promise<StoredFile> {
    return Promise.resolve({ key, sizeBytes: 1000, modifiedAt: 0 });
  }

  presence(): Promise<'here'> {
    return Promise.resolve('here');
  }

  delete(): Promise<void> {
    return Promise.resolve();
  }

  now(): Promise<number> {
    return Promise.resolve(Date.now());
  }

  async *list(): AsyncIterable<StoredFile> {}

  sweepIncoming(): Promise<{ files: number; bytes: number }> {
    return Promise.resolve({ files: 0, bytes: 0 });
  }

  emptyTrash(): Promise<{ files: number; bytes: number }> {
    return Promise.resolve({ files: 0, bytes: 0 });
  }
}

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { databaseEnv, startFake, startTestApp, type TestApp } from '../app';
import type { FakeGraph } from '../fake-graph';
import { TestClock } from '../test-clock';
import type { Swift } from './swift';
import { AppBucket } from './use-bucket';

/** The product twice, with a data folder each, on one database and one bucket. */
export class TwoMachines {
  private constructor(
    private readonly swift: Swift,
    private readonly file: string,
    private readonly fake: FakeGraph,
    readonly clock: TestClock,
    readonly bucket: AppBucket,
    readonly a: TestApp,
    readonly b: TestApp,
  ) {}

  static async start(swift: Swift): Promise<TwoMachines> {
    const bucket = await AppBucket.make(swift);
    const fake = await startFake();
    const clock = new TestClock();
    const file = join(tmpdir(), `pagecast-two-machines-${randomUUID()}.sqlite`);
    const env = { ...databaseEnv({ kind: 'sqlite', file }), ...bucket.env };
    const a = await startTestApp({ env, fake, clock });
    const b = await startTestApp({ env: { ...env, ROLE: 'api' }, fake, clock });
    return new TwoMachines(swift, file, fake, clock, bucket, a, b);
  }

  /** Names of the pieces in the bucket, of one upload or of all. */
  async pieces(upload?: string): Promise<string[]> {
    const names = await this.bucket.names(`uploads/${upload ?? ''}`);
    return names.map((name) => `${upload ?? ''}${name}`);
  }

  /** Stores something there as if a process had. */
  async write(piece: string, Body: string): Promise<void> {
    const put = { ...this.at(piece), Body, ContentLength: Body.length };
    await this.swift.client().send(new PutObjectCommand(put));
  }

  async take(piece: string): Promise<void> {
    await this.swift.client().send(new DeleteObjectCommand(this.at(piece)));
  }

  private at(piece: string) {
    return { Bucket: this.bucket.name, Key: `pagecast/uploads/${piece}` };
  }

  async end(): Promise<void> {
    await Promise.all([this.a.end(), this.b.end()]);
    await this.fake.stop();
    await this.bucket.link.end();
    for (const end of ['', '-wal', '-shm']) await rm(`${this.file}${end}`, { force: true });
  }
}

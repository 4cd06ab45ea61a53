import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../app';
import { cli } from '../cli';
import type { Client } from '../client';
import { fixture, paddedVideo } from '../media';
import { BackupBucket } from './backup-bucket';
import type { Swift } from './swift';

type Ran = ReturnType<typeof cli>;

/** An installation with two videos, and a bucket for its backups. */
export class BucketBackups {
  /** Address of the backups. */
  readonly to: string;

  private constructor(
    private readonly folder: string,
    readonly app: TestApp,
    readonly user: Client,
    readonly bucket: BackupBucket,
  ) {
    this.to = bucket.address();
  }

  static async start(swift: Swift): Promise<BucketBackups> {
    const folder = await mkdtemp(join(tmpdir(), 'pagecast-bucket-backup-'));
    await mkdir(join(folder, 'old'));
    const bucket = await BackupBucket.make(swift);
    const app = await startTestApp({ dir: join(folder, 'old'), env: { ROLE: 'api' } });
    const user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', [fixture('portrait.mp4'), fixture('rotated.mp4')]);
    return new BucketBackups(folder, app, user, bucket);
  }

  at(...names: string[]): string {
    return join(this.folder, ...names);
  }

  backup(...more: string[]): Ran {
    return cli(this.app.dir, ['backup', '--to', this.to, ...more], { env: this.bucket.env });
  }

  verify(...more: string[]): Ran {
    return cli('/nowhere', ['verify', '--backup', this.to, ...more], { env: this.bucket.env });
  }

  /** Restores into a folder that need not exist. */
  restore(name: string, more: string[] = [], env: Record<string, string> = {}): Ran {
    return cli(this.at(name), ['restore', '--from', this.to, ...more], {
      env: { ...this.bucket.env, ...env },
    });
  }

  /** Names of the media in the bucket. */
  async media(): Promise<string[]> {
    return (await this.bucket.names()).filter((name) => name.startsWith('media/'));
  }

  /** @returns the video's id. */
  async upload(salt: string): Promise<number> {
    const path = await paddedVideo(this.at(`${salt}.mp4`), 300_000, { salt });
    const { status, body } = await this.user.upload('/api/videos', [path], { titles: [`Film ${salt}`] });
    if (status !== 201) throw new Error(String(status));
    return body.videos[0].id as number;
  }

  async end(): Promise<void> {
    await this.app.end();
    await this.bucket.link.end();
    await rm(this.folder, { recursive: true, force: true });
  }
}

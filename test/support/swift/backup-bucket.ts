import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { byAge } from '../../../backend/backup/places/backup-name';
import { FaultyLink } from './faulty-link';
import { KEYS, REGION, type Swift } from './swift';

/** A bucket for backups, behind a link on which a test decides what goes wrong. */
export class BackupBucket {
  /** Its own keys: those of the media are of no use here. */
  readonly env = {
    BACKUP_ACCESS_KEY_ID: KEYS.accessKeyId,
    BACKUP_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  };

  private constructor(
    private readonly swift: Swift,
    readonly link: FaultyLink,
    readonly name: string,
  ) {}

  static async make(swift: Swift): Promise<BackupBucket> {
    const name = `backups-${randomBytes(6).toString('hex')}`;
    await swift.makeBucket(name);
    return new BackupBucket(swift, await FaultyLink.to(swift.url), name);
  }

  address(prefix = 'pagecast'): string {
    return `s3://${this.name}/${prefix}?endpoint=${this.link.url}&region=${REGION}&path_style=1`;
  }

  /** Names below the prefix, and of uploads that were begun. */
  async names(prefix = 'pagecast'): Promise<string[]> {
    const at = { Bucket: this.name, Prefix: `${prefix}/` };
    const { Contents = [] } = await this.swift.client().send(new ListObjectsV2Command(at));
    const { Uploads = [] } = await this.swift.client().send(new ListMultipartUploadsCommand(at));
    return [...Contents, ...Uploads].map(({ Key = '' }) => Key.slice(at.Prefix.length)).sort();
  }

  /** Names of the backups that have a manifest, the oldest first. */
  async backups(): Promise<string[]> {
    const manifests = (await this.names()).filter((name) => name.endsWith('/manifest.json'));
    return manifests.map((name) => name.slice(0, name.indexOf('/'))).sort(byAge);
  }

  async read(name: string): Promise<Buffer> {
    const get = new GetObjectCommand({ Bucket: this.name, Key: `pagecast/${name}` });
    return buffer((await this.swift.client().send(get)).Body as Readable);
  }

  async delete(name: string): Promise<void> {
    await this.swift.client().send(new DeleteObjectCommand({ Bucket: this.name, Key: `pagecast/${name}` }));
  }

  /** Ends the lease of a process that was killed, as time would. */
  async unlock(): Promise<void> {
    for (const name of await this.names()) if (name.startsWith('locks/')) await this.delete(name);
  }
}

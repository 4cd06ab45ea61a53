import { randomBytes } from 'node:crypto';
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { FaultyLink } from './faulty-link';
import { KEYS, REGION, type Swift } from './swift';

/** A bucket for an app, behind a link on which a test decides what goes wrong. */
export class AppBucket {
  private constructor(
    private readonly swift: Swift,
    readonly link: FaultyLink,
    readonly name: string,
  ) {}

  static async make(swift: Swift): Promise<AppBucket> {
    const name = `media-${randomBytes(6).toString('hex')}`;
    await swift.makeBucket(name);
    return new AppBucket(swift, await FaultyLink.to(swift.url), name);
  }

  get env(): Record<string, string> {
    return { STORAGE_URL: this.address, ...this.keys };
  }

  get address(): string {
    return `s3://${this.name}/pagecast?endpoint=${this.link.url}&region=${REGION}&path_style=1`;
  }

  get keys(): Record<string, string> {
    return { AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey };
  }

  /** Names of the files in it, and of uploads in parts that were begun. */
  files(): Promise<string[]> {
    return this.names('media/');
  }

  /** What is below this, without it. */
  async names(below: string): Promise<string[]> {
    const at = { Bucket: this.name, Prefix: `pagecast/${below}` };
    const { Contents = [] } = await this.swift.client().send(new ListObjectsV2Command(at));
    const { Uploads = [] } = await this.swift.client().send(new ListMultipartUploadsCommand(at));
    return [...Contents, ...Uploads].map(({ Key = '' }) => Key.slice(at.Prefix.length)).sort();
  }
}

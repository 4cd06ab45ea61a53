import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { BoundedMap } from '../../../common/limits/bounded-map';
import type { BucketConfig } from '../../../config/storage-config';
import { mediaCaching } from '../media-caching';
import type { DirectLink } from '../storage';
import type { Bucket } from './bucket';

const HOUR_MS = 3_600_000;
/** Links kept in memory, some 700 bytes each. */
const MOST_KEPT = 10_000;

interface Link {
  url: string;
  until: number;
}

/** Addresses in the bucket, signed without asking it. Each keeps its text for an hour, so that browsers cache it. */
export class BucketLinks {
  origin?: string;
  private readonly signed = new BoundedMap<string, Link>(MOST_KEPT);

  constructor(
    private readonly config: BucketConfig,
    private readonly bucket: Bucket,
  ) {}

  async begin(): Promise<void> {
    if (this.config.links === 'stream') return;
    const { region, endpoint, pathStyle } = this.config;
    // The address depends on no key, and the real ones may not be at hand yet.
    const client = new S3Client({
      region,
      forcePathStyle: pathStyle,
      ...(endpoint && { endpoint }),
      credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    });
    this.origin = new URL(await getSignedUrl(client, new GetObjectCommand(this.bucket.at('x')))).origin;
  }

  async link(
    name: string,
    contentType: string,
    method: 'GET' | 'HEAD',
    until: number,
  ): Promise<DirectLink | undefined> {
    if (this.config.links === 'stream') return undefined;
    const now = Date.now();
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
    const kept = `${method} ${hour} ${until} ${name}`;
    let link = this.signed.get(kept);
    if (!link || link.until <= now) {
      link = await this.sign(name, contentType, method, { from: hour, until });
      this.signed.set(kept, link);
    }
    return { url: link.url, lastsMs: Math.max(0, link.until - now) };
  }

  private async sign(
    name: string,
    contentType: string,
    method: 'GET' | 'HEAD',
    { from, until }: { from: number; until: number },
  ): Promise<Link> {
    const client = this.bucket.clients.calls;
    const { expiration } = await client.config.credentials();
    const answer = {
      ...this.bucket.at(name),
      ResponseContentType: contentType,
      ResponseContentDisposition: 'inline',
      // The text is signed for an hour: its last reader counts.
      ResponseCacheControl: mediaCaching(until - from - HOUR_MS),
    };
    const url = await getSignedUrl(
      client,
      method === 'HEAD' ? new HeadObjectCommand(answer) : new GetObjectCommand(answer),
      {
        signingDate: new Date(from),
        expiresIn: Math.max(1, Math.floor((until - from) / 1000)),
      },
    );
    // With keys for a while, a link ends when they do.
    return { url, until: Math.min(until, expiration?.getTime() ?? Infinity) };
  }
}

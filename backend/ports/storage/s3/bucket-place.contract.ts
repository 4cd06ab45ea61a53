import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BucketConfig } from '../../../config/storage-config';
import { S3Storage } from './s3-storage';
import type { StoragePlace } from '../storage-under-test.contract';
import type { FaultyLink } from '../../../../test/support/swift/faulty-link';
import { KEYS, REGION } from '../../../../test/support/swift/swift';

export interface BucketPlace extends StoragePlace {
  config: BucketConfig;
}

/** A part of a bucket of its own, behind the link. */
export async function bucketPlace(link: FaultyLink, bucket: string): Promise<BucketPlace> {
  const incomingDir = await mkdtemp(join(tmpdir(), 'bucket-storage-'));
  const config: BucketConfig = {
    kind: 's3',
    bucket,
    prefix: `${randomBytes(6).toString('hex')}/`,
    endpoint: link.url,
    region: REGION,
    pathStyle: true,
    links: 'redirect',
    keys: KEYS,
    incomingDir,
  };
  return {
    config,
    open: () => new S3Storage(config, { markKeptMs: 0, settleMs: 200, silenceMs: 1_500, pageSize: 20 }),
    takeAway: () => {
      link.cut();
      return Promise.resolve();
    },
    bringBack: () => {
      link.mend();
      return Promise.resolve();
    },
    end: async () => {
      link.mend();
      await rm(incomingDir, { recursive: true, force: true });
    },
  };
}

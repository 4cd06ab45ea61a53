import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BucketAlreadyOwnedByYou, CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { eventually } from '../eventually';
import { PATIENCE_MS } from '../patience';
import { closedPort } from '../ports';

/** Where Debian's packages are, whichever Python is first on the path. */
const PYTHON = '/usr/bin/python3';

/** Four servers start at once, beside the first files of tests. */
const START_PATIENCE_MS = 90_000;

export const KEYS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };
export const REGION = 'us-east-1';

/** An S3-compatible store on free ports. Blocks of tests have buckets, or prefixes, of their own in it. */
export class Swift {
  private constructor(readonly url: string) {}

  /** @returns the store of this run of Jest: it takes seconds to start, and ends with the run. */
  static async get(): Promise<Swift> {
    const jest = process.send ? process.ppid : process.pid;
    const dir = join(tmpdir(), `pagecast-swift-${jest}`);
    const isFirst = await mkdir(dir).then(
      () => true,
      () => false,
    );
    if (isFirst) await Swift.start(dir, jest);
    const url = await eventually(
      () => readFile(join(dir, 'url'), 'utf8').catch(() => ''),
      Boolean,
      PATIENCE_MS,
    );
    const swift = new Swift(url);
    await eventually(() => swift.answers(), Boolean, START_PATIENCE_MS);
    return swift;
  }

  private static async start(dir: string, jest: number): Promise<void> {
    const ports = [await closedPort(), await closedPort(), await closedPort(), await closedPort()];
    const args = [join(__dirname, 'server.py'), dir, jest, ...ports].map(String);
    spawn(PYTHON, args, { stdio: 'ignore', detached: true }).unref();
    await writeFile(join(dir, 'url.new'), `http://127.0.0.1:${ports[0]}`);
    await rename(join(dir, 'url.new'), join(dir, 'url'));
  }

  /** A client with the right keys, for what the product does not do. */
  client(endpoint = this.url): S3Client {
    return new S3Client({ endpoint, region: REGION, credentials: KEYS, forcePathStyle: true, ...PLAIN });
  }

  /** Does nothing if an earlier file of tests made it. */
  async makeBucket(Bucket: string): Promise<void> {
    try {
      await this.client().send(new CreateBucketCommand({ Bucket }));
    } catch (error) {
      if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
    }
  }

  /** Its parts come up one after the other: a bucket needs all but one. */
  private answers(): Promise<boolean> {
    return this.makeBucket('ready').then(
      () => true,
      () => false,
    );
  }
}

const PLAIN = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

/** Skipped where Swift is not installed, but never in CI: there a missing one is a failure. */
export function onSwift(name: string, tests: (swift: () => Swift) => void): void {
  const isWanted =
    process.env.CI === 'true' || spawnSync(PYTHON, ['-c', 'import swift.common.ring']).status === 0;
  (isWanted ? describe : describe.skip)(name, () => {
    let swift: Swift | undefined;
    beforeAll(async () => {
      swift = await Swift.get();
    }, 2 * START_PATIENCE_MS);
    tests(() => {
      if (!swift) throw new Error('Swift is asked for before it has started');
      return swift;
    });
  });
}

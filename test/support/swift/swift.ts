import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { eventually } from '../eventually';
import { START_PATIENCE_MS } from '../patience';
import { closedPort } from '../ports';

/** Where Debian's packages are, whichever Python is first on the path. */
const PYTHON = '/usr/bin/python3';

export const KEYS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };
export const REGION = 'us-east-1';

/** An S3-compatible store of its own for a block of tests, on free ports. */
export class Swift {
  private constructor(
    readonly url: string,
    private readonly server: ChildProcess,
    private readonly dir: string,
  ) {}

  static async start(): Promise<Swift> {
    const dir = await mkdtemp(join(tmpdir(), 'pagecast-swift-'));
    const ports = [await closedPort(), await closedPort(), await closedPort(), await closedPort()];
    const args = [join(__dirname, 'server.py'), dir, ...ports.map(String)];
    // Its standard input ends with this process.
    const server = spawn(PYTHON, args, { stdio: ['pipe', 'ignore', 'ignore'] });
    const swift = new Swift(`http://127.0.0.1:${ports[0]}`, server, dir);
    try {
      await eventually(
        () => swift.answers(),
        (answers) => answers || server.exitCode !== null,
        START_PATIENCE_MS,
      );
      if (server.exitCode !== null) throw new Error('Swift has ended before it answered.');
      return swift;
    } catch (error) {
      await swift.stop();
      throw error;
    }
  }

  /** A client with the right keys, for what the product does not do. */
  client(endpoint = this.url): S3Client {
    return new S3Client({ endpoint, region: REGION, credentials: KEYS, forcePathStyle: true, ...PLAIN });
  }

  async makeBucket(Bucket: string): Promise<void> {
    await this.client().send(new CreateBucketCommand({ Bucket }));
  }

  async stop(): Promise<void> {
    if (this.server.exitCode === null) {
      const ended = once(this.server, 'exit');
      this.server.stdin?.end();
      await ended;
    }
    await rm(this.dir, { recursive: true, force: true, maxRetries: 10 });
  }

  /** Its parts come up one after the other: a bucket needs all but one. */
  private answers(): Promise<boolean> {
    // A try that was cut short may have made its bucket, and no bucket is made twice.
    return this.makeBucket(`ready-${randomBytes(6).toString('hex')}`).then(
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
  const isThere = spawnSync(PYTHON, ['-c', 'import swift.common.ring']).status === 0;
  (process.env.CI === 'true' || isThere ? describe : describe.skip)(name, () => {
    let swift: Swift | undefined;
    beforeAll(async () => {
      swift = await Swift.start();
    });
    tests(() => {
      if (!swift) throw new Error('Swift is asked for before it has started');
      return swift;
    });
    // Last, because hooks run in the order in which they are written down.
    afterAll(() => swift?.stop());
  });
}

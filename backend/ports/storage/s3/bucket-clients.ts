import { AsyncLocalStorage } from 'node:async_hooks';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { BucketConfig } from '../../../config/storage-config';
import { bucketErrorOf, type BucketError } from '../bucket-error';

export interface Limits {
  /** Most objects read at the same time. */
  downloads: number;
  /** Time without a byte in either direction of a transfer. */
  silenceMs: number;
  /** Objects listed by one call. */
  pageSize: number;
}

export interface Options {
  abortSignal: AbortSignal;
  /** Time for one attempt until its answer begins. */
  requestTimeout: number;
}

/** The latest refusal of the bucket as a whole among the attempts of a call so far. */
export interface Refused {
  latest?: BucketError;
}

/** The SDK repeats a refused call by itself, and tells nobody of the refusal until it gives up. */
export const refusals = new AsyncLocalStorage<Refused>();

const CONNECT_MS = 3_000;
const ATTEMPTS = 3;
const CALLS_AT_ONCE = 64;
/** A copy inside the bucket may be silent while it is made. */
const COPY_SILENCE_MS = 30_000;
/** Files and pieces of uploads. */
const OTHER_TRANSFERS = 128;
/** Viewers, when the product sends the bytes itself. */
const VIEWS_AT_ONCE = 256;

const ignore = () => undefined;
/** Otherwise it writes to the console. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * Three clients, so that neither long transfers nor many of them delay a short call, nor viewers who read slowly a
 * transfer. Each has a bounded number of connections, and gives up a connection that is silent.
 */
export class BucketClients {
  readonly calls: S3Client;
  readonly transfers: S3Client;
  readonly views: S3Client;
  private seen?: { time: number; at: number };

  constructor(config: BucketConfig, { downloads, silenceMs }: Limits) {
    this.calls = new S3Client(settings(config, CALLS_AT_ONCE, COPY_SILENCE_MS));
    this.transfers = new S3Client(settings(config, downloads + OTHER_TRANSFERS, silenceMs));
    this.views = new S3Client(settings(config, VIEWS_AT_ONCE, silenceMs));
    for (const client of [this.calls, this.transfers, this.views]) {
      this.readClock(client);
      keepRefusals(client);
    }
    this.transfers.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as { protocol: string; body?: unknown; headers: Record<string, string> };
        // TLS already protects the bytes, and hashing them would delay everybody else.
        if (request.protocol === 'https:' && request.body)
          request.headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
        return next(args);
      },
      { step: 'build', name: 'leaveBytesUnsigned' },
    );
  }

  /** The bucket's clock at its latest answer, and how much time has passed since. */
  get clock(): { time: number; ageMs: number } | undefined {
    return this.seen && { time: this.seen.time, ageMs: performance.now() - this.seen.at };
  }

  private readClock(client: S3Client): void {
    client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        const { headers } = result.response as { headers?: Record<string, string> };
        const time = Date.parse(headers?.date ?? '');
        if (!Number.isNaN(time)) this.seen = { time, at: performance.now() };
        return result;
      },
      { step: 'deserialize', priority: 'low', name: 'readClock' },
    );
  }
}

function keepRefusals(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        const refused = refusals.getStore();
        const refusal = bucketErrorOf(error);
        // Others end the call at once.
        if (refused && refusal.status !== undefined && refusal.failing === 'as a whole')
          refused.latest = refusal;
        throw error;
      }
    },
    // Outside of what reads the answer, inside of what repeats the call.
    { step: 'deserialize', priority: 'high', name: 'keepRefusals' },
  );
}

function settings(
  { endpoint, region, pathStyle, keys }: BucketConfig,
  sockets: number,
  silenceMs: number,
): S3ClientConfig {
  const agent = { keepAlive: true, maxSockets: sockets };
  return {
    region,
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    ...(keys && { credentials: keys }),
    maxAttempts: ATTEMPTS,
    // Many stores do not know the SDK's checksums: some refuse them, and one stores them inside the object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Waiting for `100 Continue` takes a connection outside of the limit.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silenceMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
      logger: SILENT,
    },
  };
}

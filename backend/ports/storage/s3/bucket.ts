import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import type { BucketConfig } from '../../../config/storage-config';
import { BucketClients, refusals, type Limits, type Options, type Refused } from './bucket-clients';
import { BucketError, bucketErrorOf } from '../bucket-error';

/** Time for a call with a short answer, repetitions included. */
const CALL_MS = 15_000;
/** A call may be tried so often within its time. */
const ATTEMPTS = 3;
const ATTEMPT_MS = 2_000;

export interface Entry {
  /** Without the prefix of this installation. */
  name: string;
  sizeBytes: number;
  modifiedAt: number;
}

export interface Part {
  body: Readable;
  /** Length of the whole object. */
  sizeBytes: number;
}

/**
 * The calls to the bucket, each with a limit of time. Names are below the prefix.
 * @throws BucketError, always.
 */
export class Bucket {
  readonly clients: BucketClients;
  private readonly bucket: string;

  constructor(
    private readonly config: BucketConfig,
    private readonly limits: Limits,
  ) {
    this.clients = new BucketClients(config, limits);
    this.bucket = config.bucket;
  }

  /** For messages. */
  addressOf(name: string): string {
    return `s3://${this.bucket}/${this.config.prefix}${name}`;
  }

  at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: `${this.config.prefix}${name}` };
  }

  async head(name: string): Promise<Entry | undefined> {
    return absentIfMissing(
      this.ask(async (client, options) => {
        const { ContentLength, LastModified } = await client.send(
          new HeadObjectCommand(this.at(name)),
          options,
        );
        return { name, sizeBytes: ContentLength ?? 0, modifiedAt: LastModified?.getTime() ?? 0 };
      }),
    );
  }

  /** The beginning of a short text, so many bytes at most. */
  async text(name: string, limitMs: number, most = 200): Promise<string | undefined> {
    const beginning = { ...this.at(name), Range: `bytes=0-${most - 1}` };
    return absentIfMissing(
      this.ask(async (client, options) => {
        const { Body } = await client.send(new GetObjectCommand(beginning), options);
        return (await Body?.transformToString()) ?? '';
      }, limitMs),
    );
  }

  async delete(name: string): Promise<void> {
    await absentIfMissing(
      this.ask((client, options) => client.send(new DeleteObjectCommand(this.at(name)), options)),
    );
  }

  /** All objects whose names begin so, page by page. */
  async *list(beginning: string): AsyncIterable<Entry> {
    const { Bucket, Key: Prefix } = this.at(beginning);
    for (let token: string | undefined; ;) {
      const ask = { Bucket, Prefix, MaxKeys: this.limits.pageSize, EncodingType: 'url' as const };
      const page = await this.ask((client, options) =>
        client.send(new ListObjectsV2Command({ ...ask, ContinuationToken: token }), options),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        const name = this.nameOf(Key);
        if (name !== undefined && LastModified)
          yield { name, sizeBytes: Size ?? 0, modifiedAt: LastModified.getTime() };
      }
      if (!page.IsTruncated) return;
      if (!page.NextContinuationToken || page.NextContinuationToken === token)
        throw new BucketError('EndlessList', 200);
      token = page.NextContinuationToken;
    }
  }

  /** Multipart uploads that were begun and not ended. */
  async *unfinished(beginning: string): AsyncIterable<{ name: string; id: string; begunAt: number }> {
    const { Bucket, Key: Prefix } = this.at(beginning);
    for (let marker: { KeyMarker?: string; UploadIdMarker?: string } = {}; ;) {
      const ask = { Bucket, Prefix, ...marker };
      const page = await this.ask((client, options) =>
        client.send(new ListMultipartUploadsCommand(ask), options),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        const name = this.nameOf(Key);
        if (name !== undefined && UploadId && Initiated)
          yield { name, id: UploadId, begunAt: Initiated.getTime() };
      }
      if (!page.IsTruncated) return;
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      if (!KeyMarker || (KeyMarker === marker.KeyMarker && UploadIdMarker === marker.UploadIdMarker))
        throw new BucketError('EndlessList', 200);
      marker = { KeyMarker, UploadIdMarker };
    }
  }

  /** Begins an upload in parts. @returns its id. */
  async begin(name: string): Promise<string> {
    const create = new CreateMultipartUploadCommand(this.at(name));
    const { UploadId } = await this.ask((client, options) => client.send(create, options));
    if (UploadId === undefined) throw new BucketError('NoUploadId', 200);
    return UploadId;
  }

  async abort(name: string, id: string): Promise<void> {
    const upload = { ...this.at(name), UploadId: id };
    await absentIfMissing(
      this.ask((client, options) => client.send(new AbortMultipartUploadCommand(upload), options)),
    );
  }

  /** Opens an object at an offset. The time is limited until the first byte; `signal` ends the transfer. */
  async open(
    name: string,
    range: { start: number; end?: number } | undefined,
    signal: AbortSignal,
    client = this.clients.transfers,
  ): Promise<Part> {
    const { start, end = '' } = range ?? { start: 0 };
    const Range = range && `bytes=${start}-${end}`;
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), CALL_MS);
    try {
      const abortSignal = AbortSignal.any([patience.signal, signal]);
      const get = new GetObjectCommand({ ...this.at(name), Range });
      const { Body, ContentLength, ContentRange } = await client.send(get, { abortSignal });
      const [, from, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(ContentRange ?? '') ?? [];
      // A server that ignores the range would send the beginning of the file once more.
      if (range && Number(from) !== start) throw new BucketError('RangeIgnored', 200);
      const sizeBytes = range ? Number(size) : ContentLength;
      // A length is what shows that all bytes have come.
      if (sizeBytes === undefined) throw new BucketError('NoLength', 200);
      return { body: Body as Readable, sizeBytes };
    } catch (error) {
      throw bucketErrorOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Makes a call, and gives it up when its time is over; then the latest refusal is the reason, if there was one. */
  async ask<T>(
    call: (client: S3Client, options: Options) => Promise<T>,
    limitMs = CALL_MS,
    {
      client = this.clients.calls,
      signal,
      requestTimeout = Math.max(ATTEMPT_MS, limitMs / ATTEMPTS),
    }: { client?: S3Client; signal?: AbortSignal; requestTimeout?: number } = {},
  ): Promise<T> {
    const limit = AbortSignal.timeout(limitMs);
    const abortSignal = signal ? AbortSignal.any([limit, signal]) : limit;
    const refused: Refused = {};
    let giveUp = (): void => undefined;
    // The SDK's pause before a repetition does not end by the signal.
    const givenUp = new Promise<never>((_resolve, reject) => {
      giveUp = () => reject(refused.latest ?? new BucketError('ETIMEDOUT'));
      if (abortSignal.aborted) giveUp();
      abortSignal.addEventListener('abort', giveUp, { once: true });
    });
    try {
      const called = refusals.run(refused, () => call(client, { abortSignal, requestTimeout }));
      return await Promise.race([called, givenUp]);
    } catch (error) {
      throw bucketErrorOf(error);
    } finally {
      abortSignal.removeEventListener('abort', giveUp);
    }
  }

  private nameOf(key: string | undefined): string | undefined {
    try {
      const decoded = decodeURIComponent(key ?? '');
      const { prefix } = this.config;
      return decoded.startsWith(prefix) ? decoded.slice(prefix.length) : undefined;
    } catch {
      return undefined;
    }
  }
}

async function absentIfMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof BucketError && error.isMissing) return undefined;
    throw error;
  }
}

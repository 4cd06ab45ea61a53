import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { AbortMultipartUploadCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Bucket } from './bucket';
import { bucketErrorOf, type BucketError } from '../bucket-error';

/** The smallest part that S3 takes. A file that is smaller is sent by one call. */
const PART_BYTES = 5 * 1024 ** 2;
/** S3 takes 10,000 of them. */
const MOST_PARTS = 9_000;
const PARTS_AT_ONCE = 2;
const READ_BYTES = 1024 ** 2;
/** A bucket that has gone silent is not waited for any longer; the sweep aborts what is left. */
const ABORT_MS = 5_000;
/** A part at 0.4 Mbit/s. A silent connection is given up much earlier. */
const PART_MS = 100_000;

/** Uploads a file. See `putStream`. */
export async function putObject(
  bucket: Bucket,
  name: string,
  path: string,
  contentType: string,
): Promise<void> {
  await putStream(bucket, name, createReadStream(path, { highWaterMark: READ_BYTES }), { contentType });
}

/**
 * Uploads what the stream gives: in parts if it is large, with some 35 MB of memory, more beyond 45 GB. When it throws,
 * no parts are left, unless the bucket cannot be reached any more.
 */
export async function putStream(
  bucket: Bucket,
  name: string,
  body: Readable,
  { contentType, sizeBytes = 0 }: { contentType: string; sizeBytes?: number },
): Promise<void> {
  const upload = new Upload({
    client: stoppingAtFirstFailure(bucket),
    params: { ...bucket.at(name), Body: body, ContentType: contentType },
    partSize: Math.max(PART_BYTES, Math.ceil(sizeBytes / MOST_PARTS)),
    queueSize: PARTS_AT_ONCE,
  });
  try {
    await upload.done();
  } finally {
    body.destroy();
  }
}

/** After a failure `Upload` would try all the parts that are left. */
function stoppingAtFirstFailure(bucket: Bucket): S3Client {
  const client = bucket.clients.transfers;
  const stop = new AbortController();
  let failure: BucketError | undefined;
  const send = async (command: Parameters<S3Client['send']>[0]): Promise<unknown> => {
    if (command instanceof AbortMultipartUploadCommand)
      return bucket.ask((calls, options) => calls.send(command, options), ABORT_MS);
    if (failure) throw failure;
    try {
      const more = { client, signal: stop.signal, requestTimeout: PART_MS };
      return await bucket.ask((_client, options) => client.send(command, options), PART_MS, more);
    } catch (error) {
      failure ??= bucketErrorOf(error);
      stop.abort();
      throw failure;
    }
  };
  return { config: client.config, send } as unknown as S3Client;
}

import type { Readable } from 'node:stream';
import type { Bucket } from './bucket';
import { objectStream } from './object-stream';

/** The bytes of a whole object; it goes on by itself where a connection breaks. @throws BucketError */
export async function openObject(bucket: Bucket, name: string, silenceMs: number): Promise<Readable> {
  const closing = new AbortController();
  const part = await bucket.open(name, undefined, closing.signal);
  const reopen = async (offset: number, signal: AbortSignal) =>
    (await bucket.open(name, { start: offset }, signal)).body;
  return objectStream(part.body, { start: 0, end: part.sizeBytes, silenceMs }, reopen, closing);
}

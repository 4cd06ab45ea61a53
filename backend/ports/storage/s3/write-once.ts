import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Bucket } from './bucket';
import { BucketError } from './bucket-error';

const CALL_MS = 5_000;
/** Longest time between seeing no object and having written one. */
const WRITE_MS = 1_000;
/** After it, whoever saw no object has written, and what is there stays. */
const SETTLE_MS = 1_500;

/**
 * Writes a short text, and never over another. Not every store can make that sure: some refuse the condition and some
 * ignore it. There all writers wait, and the last one of them has won.
 * @returns false if there is another one.
 */
export async function writeOnce(
  bucket: Bucket,
  name: string,
  text: string,
  settleMs = SETTLE_MS,
): Promise<boolean> {
  if ((await bucket.text(name, CALL_MS)) !== undefined) return false;
  const written = await write(bucket, name, text, '*');
  if (written === 'refused') return false;
  if (written === 'unknown condition') await write(bucket, name, text);
  else if ((await write(bucket, name, text, '*')) === 'refused') return true;
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  return (await bucket.text(name, CALL_MS)) === text;
}

async function write(
  bucket: Bucket,
  name: string,
  text: string,
  IfNoneMatch?: string,
): Promise<'written' | 'refused' | 'unknown condition'> {
  const put = new PutObjectCommand({
    ...bucket.at(name),
    Body: text,
    ContentType: 'text/plain',
    IfNoneMatch,
  });
  try {
    await bucket.ask((client, options) => client.send(put, options), WRITE_MS);
    return 'written';
  } catch (error) {
    const status = error instanceof BucketError ? error.status : undefined;
    // 409: another one is being written at this moment.
    if (IfNoneMatch && (status === 412 || status === 409)) return 'refused';
    if (IfNoneMatch && status === 501) return 'unknown condition';
    throw error;
  }
}

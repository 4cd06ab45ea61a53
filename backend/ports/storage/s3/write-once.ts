import { setTimeout as pause } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Bucket } from './bucket';
import { BucketError } from '../bucket-error';

const CALL_MS = 5_000;
/** Longest time between seeing no object and having written one. */
const WRITE_MS = 1_000;
/** After it, whoever saw no object has written, and what is there stays. */
const SETTLE_MS = 1_500;

const TRIES = 6;
/** Before the second try; longer before each later one. */
const AGAIN_MS = 300;

/**
 * Writes a short text, and never over another. Not every store can make that sure: some refuse the condition and some
 * ignore it. There all writers wait, and the last one of them has won. A write without an answer is repeated where the
 * store keeps the condition: whenever it comes, it changes nothing.
 * @returns false if there is another one.
 */
export async function writeOnce(
  bucket: Bucket,
  name: string,
  text: string,
  settleMs = SETTLE_MS,
): Promise<boolean> {
  if ((await bucket.text(name, CALL_MS)) !== undefined) return false;
  let isWritten = false;
  let unanswered: BucketError | undefined;
  for (let tries = 1; tries <= TRIES; tries++) {
    const end = await write(bucket, name, text);
    if (end === 'refused') {
      if (!unanswered) return isWritten;
      const there = await bucket.text(name, CALL_MS);
      if (there !== undefined) return there === text;
    } else if (end === 'unknown condition') {
      if (unanswered) break;
      await put(bucket, name, text);
      return settled(bucket, name, text, settleMs);
    } else if (end === 'written') {
      // Two in a row: the store ignores the condition.
      if (isWritten && unanswered) break;
      if (isWritten) return settled(bucket, name, text, settleMs);
      isWritten = true;
      continue;
    } else unanswered = end;
    await pause(AGAIN_MS * tries);
  }
  throw unanswered ?? new BucketError('ETIMEDOUT');
}

async function settled(bucket: Bucket, name: string, text: string, settleMs: number): Promise<boolean> {
  await pause(settleMs);
  return (await bucket.text(name, CALL_MS)) === text;
}

/** @returns the error if nobody knows whether it was written */
async function write(
  bucket: Bucket,
  name: string,
  text: string,
): Promise<'written' | 'refused' | 'unknown condition' | BucketError> {
  try {
    await put(bucket, name, text, '*');
    return 'written';
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    // 409: another one is being written at this moment.
    if (error.status === 412 || error.status === 409) return 'refused';
    if (error.status === 501) return 'unknown condition';
    if (error.failing === 'as a whole') return error;
    throw error;
  }
}

async function put(bucket: Bucket, name: string, text: string, IfNoneMatch?: string): Promise<void> {
  const object = { ...bucket.at(name), Body: text, ContentType: 'text/plain', IfNoneMatch };
  await bucket.ask((client, options) => client.send(new PutObjectCommand(object), options), WRITE_MS);
}

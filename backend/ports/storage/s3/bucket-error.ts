import { errorCode } from '../../../common/errors/error-code';
import type { Failing } from '../storage';

/** What the SDK throws, as far as it is known. */
interface Thrown {
  name?: unknown;
  $metadata?: { httpStatusCode?: unknown };
}

const MISSING = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);
const NO_ANSWER = new Set(['TimeoutError', 'AbortError']);

/**
 * A call to the bucket failed. Keeps only what the bucket names its error, since the rest may quote a key or a signed
 * address.
 */
export class BucketError extends Error {
  constructor(
    /** The bucket's word, such as `SlowDown`, or the code of a lost connection. */
    readonly code: string,
    /** HTTP status of the answer; undefined without an answer. */
    readonly status?: number,
  ) {
    super(
      status === undefined ? `the bucket does not answer (${code})` : `the bucket answers ${status} ${code}`,
    );
    this.name = 'BucketError';
  }

  /** Whether there is a bucket, and no such object in it. */
  get isMissing(): boolean {
    return MISSING.has(this.code) || (this.status === 404 && this.code !== 'NoSuchBucket');
  }

  /** A refusal may be about one object, for example an archived one; then the mark can still be read. */
  get failing(): Failing {
    const { status } = this;
    return status === undefined || status >= 500 || status === 429 ? 'as a whole' : 'in part';
  }
}

export function bucketErrorOf(thrown: unknown): BucketError {
  if (thrown instanceof BucketError) return thrown;
  const { name, $metadata } = (thrown ?? {}) as Thrown;
  const status = $metadata?.httpStatusCode;
  const word = typeof name === 'string' && /^[A-Z]\w{0,63}$/i.test(name) ? name : 'UnknownError';
  if (typeof status === 'number') return new BucketError(word, status);
  if (NO_ANSWER.has(word)) return new BucketError('ETIMEDOUT');
  return new BucketError(errorCode(thrown) ?? word);
}

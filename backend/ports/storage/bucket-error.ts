import { errorCode } from '../../common/errors/error-code';
import type { Failing } from './storage';

/** What the SDK throws, as far as it is known. */
interface Thrown {
  name?: unknown;
  $metadata?: { httpStatusCode?: unknown };
}

const MISSING = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);
/** The SDK's word when it has looked everywhere, before it has asked the bucket. */
const NO_KEYS = 'CredentialsProviderError';
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
    super(sentenceOf(code, status));
    this.name = 'BucketError';
  }

  /** The same for a bucket whose keys have names of their own, such as BACKUP_ACCESS_KEY_ID. */
  messageFor(prefix: 'AWS_' | 'BACKUP_'): string {
    return sentenceOf(this.code, this.status, prefix);
  }

  /** Whether nobody has asked the bucket, for want of keys. */
  get lacksKeys(): boolean {
    return this.code === NO_KEYS;
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

function sentenceOf(code: string, status: number | undefined, prefix = 'AWS_'): string {
  if (code === NO_KEYS)
    return `no keys were found for the bucket: set ${prefix}ACCESS_KEY_ID and ${prefix}SECRET_ACCESS_KEY`;
  return status === undefined
    ? `the bucket does not answer (${code})`
    : `the bucket answers ${status} ${code}`;
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

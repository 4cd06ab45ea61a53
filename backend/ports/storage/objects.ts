import type { Readable } from 'node:stream';

export interface StoredObject {
  /** Below the prefix, with slashes. */
  name: string;
  sizeBytes: number;
  /** By the bucket's clock. */
  modifiedAt: number;
}

/**
 * A part of a bucket, for what is no media of the product. Every method throws an error whose message is a sentence for
 * an operator, without keys or signed addresses, when the bucket is away or refuses.
 */
export abstract class Objects {
  /** Such as `s3://bucket/prefix/`. */
  abstract readonly place: string;

  /**
   * Stores what the stream gives, whole or not at all.
   * @throws what the stream throws, and when that were not so many bytes
   */
  abstract put(name: string, from: Readable, sizeBytes: number): Promise<void>;

  /** Stores a short text, within seconds. */
  abstract write(name: string, text: string): Promise<void>;

  /** Stores a short text unless there is one. @returns whether it is this one now. */
  abstract writeOnce(name: string, text: string): Promise<boolean>;

  /** The beginning of a text. @returns undefined where there is none. */
  abstract text(name: string, mostBytes: number): Promise<string | undefined>;

  /** @returns undefined where there is none. */
  abstract open(name: string): Promise<Readable | undefined>;

  /** @returns undefined where there is none. */
  abstract head(name: string): Promise<StoredObject | undefined>;

  /** All whose names begin so, in the order of their names, page by page. */
  abstract list(beginning: string): AsyncIterable<StoredObject>;

  /** Copies within the bucket. @returns false where there is none. */
  abstract copy(from: string, to: string): Promise<boolean>;

  /** Succeeds also where there is none. */
  abstract delete(name: string): Promise<void>;

  /** Ends the uploads in parts whose names begin so, and that nobody ended. */
  abstract abortUnfinished(beginning: string): Promise<void>;

  /** The bucket's clock, as far as its latest answer told. */
  abstract now(): number;
}

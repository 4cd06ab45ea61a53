import type { PostFormat } from '../../backend/publishing/formats/formats';
import type { Composition, Kind } from './plan';

/** Something that was asked for: of what was neither granted nor refused nobody knows whether it took place. */
export interface Asked<T> {
  by: number;
  value: T;
  sentAt: number;
  endedAt: number;
  result: 'open' | 'granted' | 'refused' | 'unknown';
}

export interface Words {
  title: string;
  description: string | null;
}

/** An item as its owner knows it. */
export interface Item {
  /** The step that made it. */
  id: number;
  user: number;
  /** Absent: it is in the list of all items only, or was composed. */
  kind?: Kind;
  format: Pick<PostFormat, 'name' | 'network'>;
  of: Composition['of'];
  /** sha256 of each file, in their order. */
  bytes: Asked<string>[];
  /** The alt text of each file. */
  alts: Asked<string>[];
  uploaded: Asked<null>;
  /** The number that the product gave it, once somebody was told. */
  postId?: number;
  words: Asked<Words>[];
  comments: Asked<string | null>[];
  links: Asked<string | null>[];
  covers: Asked<Cover>[];
  /** Whether it is held back. */
  drafts: Asked<boolean>[];
  /** Before which it must not go out. */
  times: Asked<number>[];
  /** Where it was uploaded for, if accounts were named. */
  isFor: readonly string[];
  deletions: Asked<null>[];
  /** What was made together with it. */
  siblings: Item[];
}

/** A moment of the film, or the sha256 of a picture. */
export type Cover = { atMs: number } | { picture: string } | null;

export interface Account {
  page: number | null;
  instagram: boolean;
}

export interface Person {
  user: number;
  userId: number;
  /** The defaults that were entered. */
  accounts: Asked<Account>[];
  /** What was connected beside them. */
  added: Asked<Account>[];
  /** Where removed accounts went out; empty while that is not known. */
  removals: Asked<{ remoteId: string }>[];
  /** Removals, after which an item may go to any other account. */
  stirred: Asked<null>[];
  deletions: Asked<null>[];
  captions: string[];
  /** Minutes; the shortest there ever was. */
  frequency: number;
}

/** What may have been in force then: whatever was not certainly replaced by something that was granted later. */
export function inForce<T>(asked: readonly Asked<T>[], at: number): T[] {
  const begun = asked.filter(({ sentAt, result }) => sentAt <= at && result !== 'refused');
  return begun
    .filter(
      (one) =>
        !begun.some(
          (other) =>
            other !== one && other.result === 'granted' && other.endedAt <= at && one.endedAt <= other.sentAt,
        ),
    )
    .map(({ value }) => value);
}

/** Certainly in force from then on. */
export const granted = (asked: readonly Asked<unknown>[], by: number): boolean =>
  asked.some(({ result, endedAt }) => result === 'granted' && endedAt <= by);

/** What the users of one run know for certain, and what they do not. */
export class Knowledge {
  readonly items = new Map<number, Item>();
  readonly people: Person[] = [];
  readonly categories: (number | undefined)[] = [];
  readonly videos: (number | undefined)[] = [];
}

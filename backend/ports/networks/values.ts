/** Upper bound for every wait that a network asks for; none of Meta's windows is longer. */
export const LONGEST_WAIT_MS = 86_400_000;

export interface MetaCode {
  code?: number;
  subcode?: number;
  traceId?: string;
}

/** A post whose public call was made, or may have been. */
export interface SentPost {
  /** Name of the protocol that it was begun with. */
  protocol: string;
  text: string;
  /** When the intent was written, in milliseconds since 1970. */
  intentAt: number;
}

export interface Credentials {
  accountId: string;
  token: string;
  /** The Page that an Instagram account belongs to. */
  pageId?: string;
}

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

export interface MetaCode {
  code?: number;
  subcode?: number;
  traceId?: string;
}

export interface Credentials {
  accountId: string;
  token: string;
  /** The Page that an Instagram account belongs to. */
  pageId?: string;
}

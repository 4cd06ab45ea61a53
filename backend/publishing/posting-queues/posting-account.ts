import type { AccountRow } from '../../accounts/turns/account-turns';

/** What of an account decides when its posts go out. A user may have many accounts, so no more is read of each. */
export const POSTING_COLUMNS = [
  'id',
  'network',
  'remote_id',
  'name',
  'removed_at',
  'paused_reason',
  'resumes_at',
  'upload_frequency',
  'photo_upload_frequency',
  'posting',
  'slots',
  'filled_slot',
] as const satisfies (keyof AccountRow)[];

export type PostingAccount = Pick<AccountRow, (typeof POSTING_COLUMNS)[number]>;

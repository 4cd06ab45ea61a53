import type { User } from '../../types';

export const FIELDS = [
  'access_token',
  'page_id',
  'instagram_page_id',
  'upload_frequency',
  'photo_upload_frequency',
] as const;

export type Frequency = 'upload_frequency' | 'photo_upload_frequency';

/** What is typed into the form; the stored token is never shown. A frequency is in it once it is touched. */
export type Draft = Record<Exclude<(typeof FIELDS)[number], Frequency>, string> &
  Partial<Record<Frequency, string>>;

export const draftOf = (user: User): Draft => ({
  access_token: '',
  page_id: user.page_id ?? '',
  instagram_page_id: user.instagram_page_id ?? '',
});

/** As stored, with what was typed since `sent`. */
export const typedSince = (sent: Draft, now: Draft, user: User): Draft => ({
  ...draftOf(user),
  ...Object.fromEntries(FIELDS.filter((name) => now[name] !== sent[name]).map((name) => [name, now[name]])),
});

/** Which accounts are the defaults, and with which token. */
export const defaultsOf = ({ page_id, instagram_page_id, access_token_last4 }: User) =>
  [page_id, instagram_page_id, access_token_last4].join();

/** A frequency goes to all default accounts: one that is not changed is left out, since each may have its own. */
export const settingsOf = (draft: Draft, user: User) => ({
  ...(draft.access_token.trim() && { access_token: draft.access_token.trim() }),
  page_id: draft.page_id.trim(),
  instagram_page_id: draft.instagram_page_id.trim(),
  ...changed('upload_frequency', draft, user),
  ...changed('photo_upload_frequency', draft, user),
});

function changed(
  name: Frequency,
  { [name]: minutes }: Draft,
  user: User,
): Partial<Record<Frequency, number>> {
  return minutes === undefined || Number(minutes) === user[name] ? {} : { [name]: Number(minutes) };
}

/** `latest` has the frequencies that were set meanwhile. */
export function isEdited(draft: Draft, user: User, latest: User): boolean {
  const stored: Record<(typeof FIELDS)[number], string> = {
    ...draftOf(user),
    upload_frequency: String(latest.upload_frequency),
    photo_upload_frequency: String(latest.photo_upload_frequency),
  };
  return FIELDS.some((name) => (draft[name] ?? stored[name]).trim() !== stored[name]);
}

/** Whether posts may go elsewhere than before. */
export const changesPlace = (draft: Draft, user: User) =>
  (user.page_id ?? draft.page_id.trim()) !== draft.page_id.trim() ||
  (user.instagram_page_id ?? draft.instagram_page_id.trim()) !== draft.instagram_page_id.trim();

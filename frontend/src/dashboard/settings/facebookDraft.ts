import type { User } from '../../types';

export const FIELDS = [
  'access_token',
  'page_id',
  'instagram_page_id',
  'upload_frequency',
  'photo_upload_frequency',
] as const;

/** What is typed into the form; the stored token is never shown. */
export type Draft = Record<(typeof FIELDS)[number], string>;

export const draftOf = (user: User): Draft => ({
  access_token: '',
  page_id: user.page_id ?? '',
  instagram_page_id: user.instagram_page_id ?? '',
  upload_frequency: String(user.upload_frequency),
  photo_upload_frequency: String(user.photo_upload_frequency),
});

/** Which accounts are the defaults, and with which token. */
export const defaultsOf = ({ page_id, instagram_page_id, access_token_last4 }: User) =>
  [page_id, instagram_page_id, access_token_last4].join();

export const settingsOf = ({ access_token, page_id, instagram_page_id, ...minutes }: Draft) => ({
  ...(access_token.trim() && { access_token: access_token.trim() }),
  page_id: page_id.trim(),
  instagram_page_id: instagram_page_id.trim(),
  upload_frequency: Number(minutes.upload_frequency),
  photo_upload_frequency: Number(minutes.photo_upload_frequency),
});

/** Whether posts may go elsewhere than before. */
export const changesPlace = (draft: Draft, user: User) =>
  (user.page_id ?? draft.page_id.trim()) !== draft.page_id.trim() ||
  (user.instagram_page_id ?? draft.instagram_page_id.trim()) !== draft.instagram_page_id.trim();

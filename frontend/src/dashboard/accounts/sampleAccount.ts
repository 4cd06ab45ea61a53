import type { Account } from './account';

/** A Page that works, for the specs of what is told of accounts. */
export const sampleAccount = (more: Partial<Account> = {}): Account => ({
  id: 1,
  network: 'facebook',
  remote_id: '10',
  name: 'Bakery',
  picture_path: null,
  is_default: 1,
  status: 'connected',
  verified_at: null,
  expires_at: null,
  data_access_expires_at: null,
  paused_reason: null,
  resumes_at: null,
  page_id: null,
  upload_frequency: 60,
  photo_upload_frequency: 60,
  posting: 'frequency',
  slots: [],
  missing_permissions: null,
  pending: 0,
  next_at: null,
  ...more,
});

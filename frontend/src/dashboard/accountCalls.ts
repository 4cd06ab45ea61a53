import { put } from '../api';
import type { User } from '../types';

export interface Profile {
  name: string;
  email: string;
  timezone: string;
  /** Required with a new email address. */
  current_password?: string;
}

export interface FacebookSettings {
  /** Absent: the stored one stays. */
  access_token?: string;
  page_id: string;
  instagram_page_id: string;
  /** Minutes; absent: unchanged. */
  upload_frequency?: number;
  /** Minutes; absent: unchanged. */
  photo_upload_frequency?: number;
}

/** Changes only the fields that are given. */
export const saveProfile = (profile: Partial<Profile>) => put<User>('/user', profile);

export const saveFacebookSettings = (settings: FacebookSettings) =>
  put<User>('/user/facebook-settings', settings);

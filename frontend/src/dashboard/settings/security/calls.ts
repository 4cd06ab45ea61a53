import { del, get, post, put } from '../../../api';
import type { User } from '../../../types';

export interface PasswordChange {
  current_password: string;
  password: string;
  password_confirmation: string;
}

export interface NewTwoFactor {
  /** Base32. */
  secret: string;
  /** `otpauth://totp/…` */
  uri: string;
}

export interface OpenSession {
  id: number;
  /** 1: this browser. */
  current: 0 | 1;
  created_at: string;
  last_seen_at: string;
  /** The browser, as it calls itself. */
  agent: string | null;
  address: string | null;
}

export interface ActivityRow {
  id: number;
  at: string;
  user_id: number | null;
  action: string;
  /** `<kind>:<id>` */
  target: string | null;
  address: string | null;
}

interface Page<T> {
  data: T[];
  current_page: number;
  last_page: number;
  total: number;
  from: number | null;
}

const TWO_FACTOR = '/user/two-factor';

export const changePassword = (change: PasswordChange) => put<User>('/user/password', change);

export const startTwoFactor = (password: string) => post<NewTwoFactor>(TWO_FACTOR, { password });

export const confirmTwoFactor = (code: string) =>
  post<{ recovery_codes: string[] }>(`${TWO_FACTOR}/confirm`, { code });

export const stopTwoFactor = (password: string, code: string) => del<User>(TWO_FACTOR, { password, code });

export const fetchSessions = () => get<OpenSession[]>('/user/sessions');

export const endSession = (id: number) => del<OpenSession>(`/user/sessions/${id}`);

export const endOtherSessions = () => del<OpenSession[]>('/user/sessions');

export const fetchOwnActivity = (page: number) =>
  get<Page<ActivityRow>>(`/activity?page=${page}&per_page=10`);

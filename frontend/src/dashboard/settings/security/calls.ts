import { del, get, post, put } from '../../../api';
import type { Activity, Schemas, User } from '../../../types';

export type NewTwoFactor = Schemas['NewTwoFactorView'];

export type OpenSession = Schemas['SessionView'];

interface ActivityPage {
  data: Activity[];
  last_page: number;
  total: number;
  from: number | null;
}

const TWO_FACTOR = '/user/two-factor';

export const changePassword = (change: Schemas['ChangePasswordDto']) => put<User>('/user/password', change);

export const startTwoFactor = (password: string) => post<NewTwoFactor>(TWO_FACTOR, { password });

export const confirmTwoFactor = (code: string) =>
  post<Schemas['RecoveryCodesView']>(`${TWO_FACTOR}/confirm`, { code });

export const stopTwoFactor = (password: string, code: string) => del<User>(TWO_FACTOR, { password, code });

export const fetchSessions = () => get<OpenSession[]>('/user/sessions');

export const endSession = (id: number) => del<OpenSession>(`/user/sessions/${id}`);

export const endOtherSessions = () => del<OpenSession[]>('/user/sessions');

export const fetchOwnActivity = (page: number) => get<ActivityPage>(`/activity?page=${page}&per_page=10`);

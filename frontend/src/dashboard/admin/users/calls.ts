import { del, post, put } from '../../../api';
import type { AdminUser, Schemas } from '../../../types';

export const changeUser = (id: number, change: Schemas['AdminUserDto']) =>
  put<AdminUser>(`/admin/users/${id}`, change);

/** The new user gets a mail with a link to choose a password. */
export const addUser = (user: Schemas['NewUserDto']) => post<AdminUser>('/admin/users', user);

export const turnOffTwoFactor = (id: number) => del<AdminUser>(`/admin/users/${id}/two-factor`);

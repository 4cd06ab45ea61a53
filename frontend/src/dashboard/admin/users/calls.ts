import { del, post, put } from '../../../api';
import type { AdminUser } from '../records';

export type UserChange = Partial<Pick<AdminUser, 'name' | 'email' | 'is_admin' | 'can_use_shared_videos'>>;

export const changeUser = (id: number, change: UserChange) => put<AdminUser>(`/admin/users/${id}`, change);

/** They choose a password through a link in a mail. */
export const addUser = (user: Pick<AdminUser, 'name' | 'email'>) => post<AdminUser>('/admin/users', user);

export const turnOffTwoFactor = (id: number) => del<AdminUser>(`/admin/users/${id}/two-factor`);

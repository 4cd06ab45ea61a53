import type { Permission } from './ConfirmPermission';
import type { AdminUser } from '../../../types';

/** Which dialog is open over the users, and for whom. */
export type UserDialog =
  | { what: 'add' }
  | { what: 'plan' | 'edit' | 'delete' | 'two-factor'; user: AdminUser }
  | { what: 'permission'; user: AdminUser; permission: Permission };

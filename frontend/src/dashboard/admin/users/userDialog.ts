import type { Permission } from './ConfirmPermission';
import type { AdminUser } from '../../../types';

/** The open dialog, and its user. */
export type UserDialog =
  | { what: 'add' }
  | { what: 'plan' | 'edit' | 'delete' | 'two-factor'; user: AdminUser }
  | { what: 'permission'; user: AdminUser; permission: Permission };

import type { Flag } from './FlagQuestion';
import type { AdminUser } from './records';

/** Which dialog is open over the users, and for whom. */
export type UserDialog =
  | { what: 'add' }
  | { what: 'plan' | 'edit' | 'delete' | 'two-factor'; user: AdminUser }
  | { what: 'flag'; user: AdminUser; flag: Flag };

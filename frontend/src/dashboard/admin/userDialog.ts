import type { Flag } from './FlagQuestion';
import type { AdminUser } from './records';

/** Which dialog is open over the users, and for whom. */
export type UserDialog =
  { what: 'plan' | 'edit' | 'delete'; user: AdminUser } | { what: 'flag'; user: AdminUser; flag: Flag };

import { textOf, type Statement } from '../database/database';
import { changingUser } from './user-changes';

/** Goes with every time that a user gives: it is remembered when the time, or the post, is gone. */
export const scheduling = (userId: number): Statement =>
  textOf(changingUser(userId, { has_scheduled: 1 }).where('has_scheduled', '=', 0));

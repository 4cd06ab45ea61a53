import { textOf, type Statement } from '../database/database';
import { changingUser } from './user-changes';

export const SCHEDULED = { has_scheduled: 1 } as const;

/** Belongs in the unit of every change that gives a post a time. The mark stays when the time, or the post, is gone. */
export const scheduling = (userId: number): Statement =>
  textOf(changingUser(userId, SCHEDULED).where('has_scheduled', '=', 0));

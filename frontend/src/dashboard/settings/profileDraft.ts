import type { User } from '../../types';

/** The fields that were touched. */
export type ProfileDraft = Partial<Pick<User, 'name' | 'email' | 'timezone'>>;

/** What of it the server does not have yet; it trims both texts and takes addresses in lower case. */
export function changesOf({ name, email, timezone }: ProfileDraft, user: User): ProfileDraft {
  return {
    ...(name !== undefined && name.trim() !== user.name && { name }),
    ...(email !== undefined && email.trim().toLowerCase() !== user.email && { email }),
    ...(timezone !== undefined && timezone !== user.timezone && { timezone }),
  };
}

import { plural } from '../../format';
import type { User } from '../../types';
import type { CalendarSlot } from './calls';

/** Why a slot stands where it stands, for the person whose it is. */
export function whyOf({ kind, why }: Pick<CalendarSlot, 'kind' | 'why'>, user: User): string {
  const minutes = kind === 'photo' ? user.photo_upload_frequency : user.upload_frequency;
  const frequency = `one ${NOUN[kind]} every ${plural(minutes, 'minute')}`;
  return why === 'frequency'
    ? `It has no time of its own, so it goes out by your posting frequency: ${frequency}.`
    : `Nothing of yours waits for this slot (${frequency}), so the next shared video of your preferred categories takes it.`;
}

const NOUN = { video: 'Facebook video', instagram_video: 'Instagram video', photo: 'photo' };

import { plural } from '../../format';
import type { User } from '../../types';
import type { CalendarSlot } from './calls';
import { KINDS } from '../posts/kinds';

/** Why a slot stands where it stands, for the person whose it is. */
export function slotReason({ kind, why }: Pick<CalendarSlot, 'kind' | 'why'>, user: User): string {
  const { name, frequency } = KINDS[kind];
  const turn = `one ${name} every ${plural(user[frequency], 'minute')}`;
  return why === 'frequency'
    ? `It has no time of its own, so it goes out by your posting frequency: ${turn}.`
    : `Nothing of yours waits for this slot (${turn}), so the next shared video of your preferred categories takes it.`;
}

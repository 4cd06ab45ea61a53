import { plural } from '../../format';
import type { User } from '../../types';
import type { CalendarSlot } from './calls';
import { KINDS } from '../posts/kinds';
import { TEXTS } from './texts';

/** Explains an automatic slot to its user. */
export function slotReason({ kind, why }: Pick<CalendarSlot, 'kind' | 'why'>, user: User): string {
  const { name, frequency } = KINDS[kind];
  const turn = `one ${name} every ${plural(user[frequency], 'minute')}`;
  return why === 'frequency' ? TEXTS.slotByFrequency(turn) : TEXTS.slotFromLibrary(turn);
}

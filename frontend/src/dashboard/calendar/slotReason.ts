import { plural } from '../../format';
import type { User } from '../../types';
import type { Account } from '../accounts/account';
import type { CalendarSlot } from './calls';
import { KINDS } from '../posts/kinds';
import { TEXTS } from './texts';

/** Explains an automatic slot to its user, by the frequency of its account or of the defaults. */
export function slotReason({ kind, why }: Pick<CalendarSlot, 'kind' | 'why'>, of: User | Account): string {
  if (why === 'slot') return TEXTS.slotAtPostingTime;
  if ('posting' in of && of.posting === 'slots') return TEXTS.slotFromLibraryAtPostingTime;
  const { name, frequency } = KINDS[kind];
  const turn = `one ${name} every ${plural(of[frequency], 'minute')}`;
  return why === 'frequency' ? TEXTS.slotByFrequency(turn) : TEXTS.slotFromLibrary(turn);
}

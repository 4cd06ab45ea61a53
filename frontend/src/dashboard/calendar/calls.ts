import { get } from '../../api';
import type { Schemas, Slot } from '../../types';

export type CalendarItem = Schemas['CalendarItemView'];

/** An automatic publication to come, as predicted now; `id` is the item whose turn it is. */
export type CalendarSlot = Slot;

export type CalendarWindow = Schemas['CalendarWindowView'];

/** From and to are days, 'YYYY-MM-DD', in the user's zone; `to` is exclusive. Without an account: of all. */
export const fetchCalendar = (from: string, to: string, account?: number) =>
  get<CalendarWindow>(
    `/calendar?from=${from}&to=${to}${account === undefined ? '' : `&account_id=${account}`}`,
  );

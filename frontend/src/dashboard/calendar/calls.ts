import { get } from '../../api';
import type { Schemas, Slot } from '../../types';

export type CalendarItem = Schemas['CalendarItemView'];

/** An automatic publication to come, as predicted now; `id` is the item whose turn it is. */
export type CalendarSlot = Slot;

export type CalendarWindow = Schemas['CalendarWindowView'];

/** From and to are days, 'YYYY-MM-DD', in the user's zone; `to` is exclusive. */
export const fetchCalendar = (from: string, to: string) =>
  get<CalendarWindow>(`/calendar?from=${from}&to=${to}`);

import { addDays } from '../../days';
import type { GridView } from './calendarDays';

/** A day of the month, or an hour of a day of the week. */
export interface Cell {
  day: string;
  hour: number;
}

const DAYS = 7;
const LAST_HOUR = 23;

/** The cell to which an arrow key leads; undefined for any other key. It may be one that is not shown. */
export function cellAt(key: string, { day, hour }: Cell, view: GridView): Cell | undefined {
  switch (key) {
    case 'ArrowLeft':
      return { day: addDays(day, -1), hour };
    case 'ArrowRight':
      return { day: addDays(day, 1), hour };
    case 'ArrowUp':
      return view === 'month' ? { day: addDays(day, -DAYS), hour } : { day, hour: Math.max(0, hour - 1) };
    case 'ArrowDown':
      return view === 'month'
        ? { day: addDays(day, DAYS), hour }
        : { day, hour: Math.min(LAST_HOUR, hour + 1) };
    default:
      return undefined;
  }
}

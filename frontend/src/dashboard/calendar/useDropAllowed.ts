import type { DateSpanApi } from '@fullcalendar/react';
import { useCallback, useEffect, useRef } from 'react';
import { toast } from '../../toasts';
import type { GridView } from './calendarDays';
import { isToCome } from './calendarEntries';
import { TEXTS } from './texts';

/** Drop targets; elsewhere FullCalendar does not ask. */
const TARGETS = '.cal-cell, .cal-lane';

/** Allows drops on future times. FullCalendar rejects a drop silently, so this shows the reason. */
export function useDropAllowed({ view, zone }: { view: GridView; zone: string }) {
  const refused = useRef(false);

  useEffect(() => {
    const begin = () => {
      refused.current = false;
    };
    const end = ({ clientX, clientY }: PointerEvent) => {
      const under = document.elementsFromPoint(clientX, clientY);
      if (refused.current && under.some((element) => element.matches(TARGETS))) toast.error(TEXTS.timePassed);
    };
    addEventListener('pointerdown', begin, true);
    addEventListener('pointerup', end, true);
    return () => {
      removeEventListener('pointerdown', begin, true);
      removeEventListener('pointerup', end, true);
    };
  }, []);

  // Memoized: with a new function FullCalendar re-evaluates every entry.
  return useCallback(
    ({ startStr, start }: DateSpanApi) => {
      const at = view === 'month' ? { day: startStr.slice(0, 10) } : { instant: start };
      refused.current = !isToCome(at, new Date(), zone);
      return !refused.current;
    },
    [view, zone],
  );
}

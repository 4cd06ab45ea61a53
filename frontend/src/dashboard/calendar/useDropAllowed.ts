import type { DateSpanApi } from '@fullcalendar/react';
import { useCallback, useEffect, useRef } from 'react';
import { toast } from '../../toasts';
import type { GridView } from './calendarDays';
import { isToCome } from './calendarEntries';

/** What things are dropped on; over anything else, the library does not ask. */
const TARGETS = '.cal-cell, .cal-lane';

/** Whether something can be dropped there. When it is and cannot be, the library is silent: this says why. */
export function useDropAllowed({ view, zone }: { view: GridView; zone: string }) {
  const refused = useRef(false);

  useEffect(() => {
    const begin = () => {
      refused.current = false;
    };
    const end = ({ clientX, clientY }: PointerEvent) => {
      const under = document.elementsFromPoint(clientX, clientY);
      if (refused.current && under.some((element) => element.matches(TARGETS)))
        toast.error('That time has passed. Choose a later one.');
    };
    addEventListener('pointerdown', begin, true);
    addEventListener('pointerup', end, true);
    return () => {
      removeEventListener('pointerdown', begin, true);
      removeEventListener('pointerup', end, true);
    };
  }, []);

  // The same one each time: with another, the library looks at every entry anew.
  return useCallback(
    ({ startStr, start }: DateSpanApi) => {
      const at = view === 'month' ? { day: startStr.slice(0, 10) } : { instant: start };
      refused.current = !isToCome(at, new Date(), zone);
      return !refused.current;
    },
    [view, zone],
  );
}

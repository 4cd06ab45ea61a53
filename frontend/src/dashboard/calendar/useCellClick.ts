import type { DateClickInfo } from '@fullcalendar/react';
import { useRef } from 'react';
import { dropTime, isToCome, timeOnDay } from './calendarEntries';

/** A click on a cell begins a post: at its hour, or at a proposed one of its day. What has passed gives no time. */
export function useCellClick(zone: string, compose: (at: string | null) => void) {
  const isClosing = useRef(false);
  return {
    /** A press beside the list of a full day closes it, and means nothing else. */
    onPointerDownCapture() {
      isClosing.current = document.querySelector('.cal-popover') !== null;
    },
    dateClick({ dateStr, allDay }: Pick<DateClickInfo, 'dateStr' | 'allDay'>) {
      if (isClosing.current) return;
      const now = new Date();
      const day = dateStr.slice(0, 10);
      if (!isToCome({ day }, now, zone)) {
        compose(null);
        return;
      }
      const time = allDay ? timeOnDay(day, now, zone) : dropTime(dateStr, now, zone).time;
      compose(time.slice(0, 16).replace(' ', 'T'));
    },
  };
}

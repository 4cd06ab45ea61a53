import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { weekdayOf, type GridView } from './calendarDays';
import { PROPOSED_HOUR } from './calendarEntries';
import { cellAt } from './cellKeys';
import { hourOf } from './gridOptions';
import { TEXTS } from './texts';

/** A cell of FullCalendar, once it is there. */
interface Mounted {
  el: HTMLElement;
  isToday: boolean;
  isOther?: boolean;
  inPopover?: boolean;
}

const CELL = '[role=gridcell][data-date]';

/**
 * Days, and hours of a week, by keyboard: one of them is reached by Tab, arrow keys lead to the others, and Enter begins a
 * post as a click does.
 */
export function useCellKeys(view: GridView, begin: (cell: { dateStr: string; allDay: boolean }) => void) {
  const hour = useRef(PROPOSED_HOUR);
  /** For who does not see the mark of the hour move. */
  const [spoken, setSpoken] = useState('');

  const show = (cell: HTMLElement) => {
    if (view === 'month') return;
    cell.style.setProperty('--hour', String(hour.current));
    setSpoken(hourOf(hour.current));
    bringIntoView(cell, hour.current);
  };
  return {
    spoken,
    didMount: makeReachable,
    onFocus({ target }: FocusEvent) {
      if (isCell(target)) show(target);
    },
    onKeyDown(event: KeyboardEvent) {
      const { target, key } = event;
      if (!isCell(target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const day = target.dataset.date ?? '';
      if (key === 'Enter' || key === ' ') {
        event.preventDefault();
        const time = `T${String(hour.current).padStart(2, '0')}:00:00`;
        begin(view === 'month' ? { dateStr: day, allDay: true } : { dateStr: day + time, allDay: false });
        return;
      }
      const next = cellAt(key, { day, hour: hour.current }, view);
      if (!next) return;
      event.preventDefault();
      const cell = event.currentTarget.querySelector<HTMLElement>(`${CELL}[data-date="${next.day}"]`);
      if (!cell) return;
      hour.current = next.hour;
      if (cell === target) show(cell);
      else {
        target.tabIndex = -1;
        cell.tabIndex = 0;
        cell.focus();
      }
    },
  };
}

const isCell = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(CELL);

/** FullCalendar draws a table that cannot be entered. */
function makeReachable({ el, isToday, isOther = false, inPopover = false }: Mounted): void {
  if (inPopover) return;
  const table = el.closest('[role=table], [role=grid]');
  table?.setAttribute('role', 'grid');
  el.setAttribute('role', 'gridcell');
  el.setAttribute('aria-description', TEXTS.cellHint(weekdayOf(el.dataset.date ?? '')));
  const entry = table?.querySelector<HTMLElement>(`${CELL}[tabindex="0"]`);
  // Today, or else the first day of the month or week.
  const isEntry = isToday || (!entry && !isOther);
  if (entry && isEntry) entry.tabIndex = -1;
  el.tabIndex = isEntry ? 0 : -1;
}

/** Of a week, which is higher than its window. */
function bringIntoView(cell: HTMLElement, hour: number): void {
  const window = scrollerOf(cell);
  if (!window) return;
  const height = cell.offsetHeight / 24;
  const top = hour * height;
  if (top < window.scrollTop) window.scrollTop = top;
  else if (top + height > window.scrollTop + window.clientHeight)
    window.scrollTop = top + height - window.clientHeight;
}

function scrollerOf(cell: HTMLElement): HTMLElement | null {
  let each = cell.parentElement;
  while (each && getComputedStyle(each).overflowY !== 'auto') each = each.parentElement;
  return each;
}

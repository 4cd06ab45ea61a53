import type { CalendarOptions } from '@fullcalendar/react';

const classes = (name: string, states: Record<string, boolean>) =>
  [name, ...Object.keys(states).filter((state) => states[state])].join(' ');

/** Class names for calendar.css. FullCalendar's skeleton has no styles of its own. */
export const GRID_CLASSES: CalendarOptions = {
  className: 'cal',
  tableHeaderClass: 'cal-head',
  dayHeaderRowClass: 'cal-row',
  dayHeaderAlign: ({ inPopover }) => (inPopover ? 'start' : 'center'),
  dayHeaderDidMount: ({ el, inPopover }) => {
    // FullCalendar keeps the popover in view only at the left and top.
    if (inPopover) queueMicrotask(() => keepInView(el.closest<HTMLElement>('.cal-popover')));
  },
  popoverFormat: { weekday: 'long', month: 'long', day: 'numeric' },
  dayHeaderClass: ({ isToday }) => (isToday ? 'cal-day-name is-today' : 'cal-day-name'),
  dayHeaderInnerClass: 'cal-day-name-inner',
  dayHeaderDividerClass: 'cal-divider',
  dayRowClass: 'cal-row',
  dayCellClass: ({ isToday, isOther, isPast, inPopover }) =>
    inPopover
      ? 'cal-rest'
      : classes('cal-cell', { 'is-today': isToday, 'is-other': isOther, 'is-past': isPast }),
  dayCellTopClass: 'cal-cell-top',
  dayCellTopInnerClass: ({ isToday }) => (isToday ? 'cal-date is-today' : 'cal-date'),
  dayCellBottomClass: 'cal-cell-bottom',
  dayLaneClass: ({ isToday, isPast }) => classes('cal-lane', { 'is-today': isToday, 'is-past': isPast }),
  dayLaneInnerClass: 'cal-lane-inner',
  slotLaneClass: ({ isMinor }) => (isMinor ? 'cal-slot is-minor' : 'cal-slot'),
  slotHeaderRowClass: 'cal-slot',
  slotHeaderClass: 'cal-hour',
  slotHeaderInnerClass: 'cal-hour-name',
  slotHeaderDividerClass: 'cal-hours-edge',
  nowIndicatorLineClass: 'cal-now',
  fillerClass: 'cal-filler',
  highlightClass: 'cal-highlight',
  eventClass: ({ isMirror, isDragging, isDraggable }) =>
    classes('cal-event', { 'is-movable': isDraggable, 'is-moving': isMirror || isDragging }),
  eventInnerClass: 'cal-event-inner',
  rowMoreLinkClass: 'cal-more',
  columnMoreLinkClass: 'cal-more is-column',
  navLinkClass: 'cal-link',
  popoverClass: 'cal-popover',
  popoverCloseClass: 'cal-popover-close',
  popoverCloseContent: '×',
};

const EDGE_PX = 10;

/** Moves the popover up until its lower edge is visible. */
function keepInView(popover: HTMLElement | null): void {
  if (!popover) return;
  const below = popover.getBoundingClientRect().bottom + EDGE_PX - innerHeight;
  if (below > 0) popover.style.top = `${parseFloat(popover.style.top) - below}px`;
}

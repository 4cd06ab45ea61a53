import type { CalendarOptions } from '@fullcalendar/react';

/** The look of month and week: names for calendar.css, which is made of the tokens. FullCalendar brings no look. */
export const GRID_LOOK: CalendarOptions = {
  className: 'cal',
  tableHeaderClass: 'cal-head',
  dayHeaderRowClass: 'cal-row',
  dayHeaderAlign: ({ inPopover }) => (inPopover ? 'start' : 'center'),
  popoverFormat: { weekday: 'long', month: 'long', day: 'numeric' },
  dayHeaderClass: ({ isToday }) => (isToday ? 'cal-day-name is-today' : 'cal-day-name'),
  dayHeaderInnerClass: 'cal-day-name-inner',
  dayHeaderDividerClass: 'cal-divider',
  dayRowClass: 'cal-row',
  dayCellClass: ({ isToday, isOther }) =>
    `cal-cell${isToday ? ' is-today' : ''}${isOther ? ' is-other' : ''}`,
  dayCellTopClass: 'cal-cell-top',
  dayCellTopInnerClass: ({ isToday }) => (isToday ? 'cal-date is-today' : 'cal-date'),
  dayCellBottomClass: 'cal-cell-bottom',
  dayLaneClass: ({ isToday }) => (isToday ? 'cal-lane is-today' : 'cal-lane'),
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
    ['cal-event', isDraggable && 'is-movable', (isMirror || isDragging) && 'is-moving']
      .filter(Boolean)
      .join(' '),
  eventInnerClass: 'cal-event-inner',
  rowMoreLinkClass: 'cal-more',
  columnMoreLinkClass: 'cal-more is-column',
  navLinkClass: 'cal-link',
  popoverClass: 'cal-popover',
  popoverCloseClass: 'cal-popover-close',
  popoverCloseContent: '×',
};

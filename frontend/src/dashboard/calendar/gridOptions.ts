import type { CalendarOptions } from '@fullcalendar/react';

/** A post is an instant, so it must not span midnight, whatever height it is drawn with. */
export const DURATION = '00:01';
const ROOM_PX = 42;

/** FullCalendar options that never change. */
export const GRID_OPTIONS: CalendarOptions = {
  locale: 'en',
  firstDay: 1,
  headerToolbar: false,
  borderless: true,
  fixedWeekCount: false,
  allDaySlot: false,
  slotDuration: '01:00',
  snapDuration: '00:15',
  slotMinHeight: 52,
  slotHeaderFormat: ({ date }) => hourOf(date.hour),
  nowIndicator: true,
  navLinks: true,
  eventDisplay: 'block',
  eventOrder: ['rank', 'start', 'id'],
  defaultTimedEventDuration: DURATION,
  forceEventDuration: true,
  eventMaxStack: 2,
  slotEventOverlap: false,
  eventMinHeight: ROOM_PX,
  eventDurationEditable: false,
  droppable: true,
  moreLinkHint: (n) => `Show ${n} more`,
};

/** '2 PM' */
export const hourOf = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;

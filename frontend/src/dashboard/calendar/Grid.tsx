import FullCalendar from '@fullcalendar/react';
import type { CalendarRef, EventApi, EventClickInfo, EventDropInfo, DropInfo } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction, { Draggable } from '@fullcalendar/react/interaction';
import '@fullcalendar/react/skeleton.css';
import timeGrid from '@fullcalendar/react/timegrid';
import { useEffect, useMemo, useRef } from 'react';
import { inputValue, known, scheduleTime, wallClock } from '../../zone';

import type { View } from './days';
import { dayOf, eventOf, timeOnDay } from './entries';
import type { Entry } from './entries';
import { EntryContent } from './EntryContent';
import { GRID_LOOK } from './gridLook';
import type { KindOfPost } from './useCalendar';

const VIEW_TYPES = { month: 'dayGridMonth', week: 'timeGridWeek' };
const PLUGINS = [dayGrid, timeGrid, interaction];
const WEEK_HEIGHT = 720;
/** An item is an instant; it takes some room all the same. */
const ROOM = '00:45';

export interface GridProps {
  view: Exclude<View, 'agenda'>;
  day: string;
  zone: string;
  entries: Entry[];
  narrow: boolean;
  /** What can be dragged in from outside: elements with `data-item`. */
  tray: HTMLElement | null;
  trayItems: Map<string, KindOfPost>;
  open: (entry: Entry) => void;
  openDay: (day: string) => void;
  /** `time` is 'YYYY-MM-DD HH:mm:00' on the wall clock of the zone. */
  move: (item: KindOfPost, time: string, putBack?: () => void) => void;
}

/** Month and week. */
export default function Grid(props: GridProps) {
  const { view, day, zone, entries, narrow, open, openDay, move, tray, trayItems } = props;
  const calendar = useRef<CalendarRef>(null);
  const events = useMemo(() => entries.map(eventOf), [entries]);
  useDraggable(tray, trayItems);

  useEffect(() => {
    calendar.current?.getApi().changeView(VIEW_TYPES[view], day);
  }, [view, day]);

  const moved = ({ event, revert }: EventDropInfo) => {
    const entry = entryOf(event);
    if (entry.what === 'item' && event.start)
      move(entry.item, scheduleTime(inputValue(event.start, zone)), revert);
  };
  const dropped = ({ draggedEl, date, dateStr, allDay }: DropInfo) => {
    const item = trayItems.get(draggedEl.dataset.item ?? '');
    const time = allDay ? timeOnDay(dateStr, new Date(), zone) : scheduleTime(inputValue(date, zone));
    if (item) move(item, time);
  };

  return (
    <FullCalendar
      {...GRID_LOOK}
      ref={calendar}
      plugins={PLUGINS}
      initialView={VIEW_TYPES[view]}
      initialDate={day}
      timeZone={known(zone)}
      locale="en"
      firstDay={1}
      headerToolbar={false}
      height={view === 'week' ? WEEK_HEIGHT : 'auto'}
      borderless
      fixedWeekCount={false}
      dayMaxEvents={narrow ? 2 : 3}
      dayHeaderFormat={
        view === 'week' ? { weekday: 'short', day: 'numeric' } : { weekday: narrow ? 'narrow' : 'short' }
      }
      allDaySlot={false}
      slotDuration="01:00"
      snapDuration="00:15"
      slotMinHeight={52}
      slotHeaderFormat={{ hour: 'numeric' }}
      scrollTime={{ hours: Math.max(0, wallClock(new Date(), zone).hour - 1) }}
      nowIndicator
      navLinks
      navLinkDayClick={(date) => {
        openDay(dayOf(date, zone));
      }}
      events={events}
      eventDisplay="block"
      eventOrder={['rank', 'start', 'id']}
      defaultTimedEventDuration={ROOM}
      forceEventDuration
      eventMaxStack={narrow ? 1 : 2}
      slotEventOverlap={false}
      eventMinHeight={36}
      eventDurationEditable={false}
      droppable
      dragRevertDuration={150}
      moreLinkHint={(n) => `Show ${n} more`}
      eventContent={({ event }) => <EntryContent entry={entryOf(event)} start={event.start} zone={zone} />}
      eventClick={({ event, jsEvent }: EventClickInfo) => {
        jsEvent.preventDefault();
        open(entryOf(event));
      }}
      eventDrop={moved}
      drop={dropped}
    />
  );
}

const entryOf = ({ extendedProps }: EventApi) => extendedProps.entry as Entry;

/** Elements of the tray can be drawn onto the calendar; what becomes of them says `drop`. */
function useDraggable(tray: HTMLElement | null, items: Map<string, KindOfPost>) {
  const current = useRef(items);
  useEffect(() => {
    current.current = items;
  }, [items]);
  useEffect(() => {
    if (!tray) return;
    const draggable = new Draggable(tray, {
      itemSelector: '[data-item]',
      eventData: ({ dataset: { item: name = '' } }) => {
        const item = current.current.get(name);
        return { create: false, duration: ROOM, title: item?.title, entry: { what: 'item', name, item } };
      },
    });
    return () => {
      draggable.destroy();
    };
  }, [tray]);
}

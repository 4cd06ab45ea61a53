import FullCalendar from '@fullcalendar/react';
import type { CalendarRef, EventApi, EventClickInfo, EventDropInfo, DropInfo } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction, { Draggable } from '@fullcalendar/react/interaction';
import '@fullcalendar/react/skeleton.css';
import timeGrid from '@fullcalendar/react/timegrid';
import { useEffect, useMemo, useRef, useState } from 'react';
import { known, scheduleTime, wallClock } from '../../zone';
import { headingOf } from './days';
import type { View } from './days';
import { dayOf, eventOf, timeOnDay } from './entries';
import type { Entry } from './entries';
import { EntryContent } from './EntryContent';
import { DURATION, GRID_HABITS } from './gridHabits';
import { GRID_LOOK } from './gridLook';
import type { KindOfPost } from './useCalendar';

const VIEW_TYPES = { month: 'dayGridMonth', week: 'timeGridWeek' };
const PLUGINS = [dayGrid, timeGrid, interaction];
const WEEK_HEIGHT = 720;

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
  // Once: it is where a week begins, and not where it goes on every hour.
  const [scrollTime] = useState(() => ({ hours: Math.max(0, wallClock(new Date(), zone).hour - 1) }));
  useDraggable(tray, trayItems);

  useEffect(() => {
    calendar.current?.getApi().changeView(VIEW_TYPES[view], day);
  }, [view, day]);

  const moved = ({ event, revert }: EventDropInfo) => {
    const entry = entryOf(event);
    // The wall clock as it was dropped on: of an hour that the zone skips, `start` is another one.
    if (entry.what === 'item') move(entry.item, scheduleTime(event.startStr), revert);
  };
  const dropped = ({ draggedEl, dateStr, allDay }: DropInfo) => {
    const item = trayItems.get(draggedEl.dataset.item ?? '');
    const time = allDay ? timeOnDay(dateStr, new Date(), zone) : scheduleTime(dateStr);
    if (item) move(item, time);
  };

  return (
    <FullCalendar
      {...GRID_HABITS}
      {...GRID_LOOK}
      ref={calendar}
      plugins={PLUGINS}
      initialView={VIEW_TYPES[view]}
      initialDate={day}
      timeZone={known(zone)}
      height={view === 'week' ? WEEK_HEIGHT : 'auto'}
      dayMaxEvents={narrow ? 2 : 3}
      dayHeaderFormat={{ weekday: narrow ? 'narrow' : 'short' }}
      dayHeaderContent={view === 'week' ? ({ date }) => headingOf(dayOf(date, zone), narrow) : undefined}
      scrollTime={scrollTime}
      navLinkDayClick={(date) => {
        openDay(dayOf(date, zone));
      }}
      events={events}
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
        return { create: false, duration: DURATION, title: item?.title, entry: { what: 'item', name, item } };
      },
    });
    return () => {
      draggable.destroy();
    };
  }, [tray]);
}

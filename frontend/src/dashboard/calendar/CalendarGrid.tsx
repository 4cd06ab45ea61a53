import FullCalendar from '@fullcalendar/react';
import type { CalendarRef, DropInfo, EventApi, EventClickInfo } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction, { Draggable } from '@fullcalendar/react/interaction';
import '@fullcalendar/react/skeleton.css';
import timeGrid from '@fullcalendar/react/timegrid';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useMemo, useRef, useState } from 'react';
import { known, scheduleTime } from '../../zone';
import type { ShowAccount } from '../accounts/shownAccounts';
import { headingOf, windowOf } from './calendarDays';
import type { GridView } from './calendarDays';
import { atOf, dropTime, eventOf, openingHour, partOf, timeOnDay } from './calendarEntries';
import { dayOf } from '../../days';
import type { CalendarEntry } from './calendarEntries';
import { EntryContent } from './EntryContent';
import { DURATION, GRID_OPTIONS } from './gridOptions';
import { GRID_CLASSES } from './gridClasses';
import { useCellClick } from './useCellClick';
import { useCellKeys } from './useCellKeys';
import { useDropAllowed } from './useDropAllowed';
import type { PostWithKind, Move } from './useCalendar';

const VIEW_TYPES = { month: 'dayGridMonth', week: 'timeGridWeek' };
const PLUGINS = [dayGrid, timeGrid, interaction];
const WEEK_HEIGHT = 720;
const PUT_BACK_MS = 150;

export interface CalendarGridProps {
  view: GridView;
  day: string;
  zone: string;
  entries: CalendarEntry[];
  /** Whether `entries` are complete for these days, not placeholder data. */
  complete: boolean;
  narrow: boolean;
  /** Contains the draggable elements, marked with `data-item`. */
  tray: HTMLElement | null;
  trayItems: Map<string, PostWithKind>;
  show: ShowAccount;
  open: (entry: CalendarEntry) => void;
  openDay: (day: string) => void;
  /** At 'YYYY-MM-DDTHH:mm' on the wall clock; null: without a time. */
  compose: (at: string | null) => void;
  move: (move: Move) => void;
}

/** Month and week. */
export default function CalendarGrid(props: CalendarGridProps) {
  const { view, day, zone, entries, narrow, show, open, openDay, compose, move, tray, trayItems } = props;
  const calendar = useRef<CalendarRef>(null);
  const events = useMemo(() => entries.map(eventOf), [entries]);
  const scrollTime = useOpening(props);
  useDraggable(tray, trayItems, view);
  // What is put back waits for the end of its transition; without transitions, that would never come.
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });

  useEffect(() => {
    calendar.current?.getApi().changeView(VIEW_TYPES[view], day);
  }, [view, day]);
  useEffect(() => {
    calendar.current?.getApi().scrollToTime(scrollTime);
  }, [scrollTime]);

  const allow = useDropAllowed(props);
  const latest = useRef(entries);
  useEffect(() => {
    latest.current = entries;
  }, [entries]);
  /** Undefined: it was deleted, or moved to days that are not shown. */
  const latestOf = (name: string) => latest.current.find((entry) => entry.name === name);
  // FullCalendar's own `revert` would bring back what was changed or deleted elsewhere meanwhile.
  const putBack = (name: string) => {
    const event = calendar.current?.getApi().getEventById(name);
    const entry = latestOf(name);
    if (entry) event?.setStart(atOf(entry), { maintainDuration: true });
    else event?.remove();
  };
  const moved = ({ event }: { event: EventApi }) => {
    const dragged = entryOf(event);
    // What is dragged is as it was when the drag began.
    const entry = latestOf(dragged.name) ?? dragged;
    if (entry.what !== 'item') return;
    move({
      item: entry.item,
      // `startStr` is the wall clock of the drop; in an hour that DST skips, `start` differs.
      ...dropTime(event.startStr, new Date(), zone),
      putBack: () => {
        putBack(entry.name);
      },
    });
  };
  const dropped = ({ draggedEl, dateStr, allDay }: DropInfo) => {
    const item = trayItems.get(draggedEl.dataset.item ?? '');
    const time = allDay ? timeOnDay(dateStr, new Date(), zone) : scheduleTime(dateStr);
    if (item) move({ item, time });
  };

  const { onPointerDownCapture, dateClick } = useCellClick(zone, compose);
  const { spoken, didMount, ...keys } = useCellKeys(view, dateClick);

  return (
    <div onPointerDownCapture={onPointerDownCapture} {...keys}>
      <span className="unseen" role="status">
        {spoken}
      </span>
      <FullCalendar
        {...GRID_OPTIONS}
        {...GRID_CLASSES}
        dragRevertDuration={calm ? 0 : PUT_BACK_MS}
        ref={calendar}
        plugins={PLUGINS}
        initialView={VIEW_TYPES[view]}
        initialDate={day}
        timeZone={known(zone)}
        height={view === 'week' ? WEEK_HEIGHT : 'auto'}
        dayMaxEvents={narrow ? 2 : 3}
        dayHeaderFormat={{ weekday: narrow ? 'narrow' : 'short' }}
        dayHeaderContent={({ date, inPopover, text }) =>
          view === 'week' && !inPopover ? headingOf(dayOf(date, zone), narrow) : text
        }
        scrollTime={scrollTime}
        navLinkDayClick={(date) => {
          openDay(dayOf(date, zone));
        }}
        events={events}
        eventContent={({ event }) => (
          <EntryContent
            entry={entryOf(event)}
            start={event.start}
            zone={zone}
            account={show(partOf(entryOf(event)).account)}
          />
        )}
        dateClick={dateClick}
        dayCellDidMount={didMount}
        dayLaneDidMount={didMount}
        eventClick={({ event, jsEvent }: EventClickInfo) => {
          jsEvent.preventDefault();
          open(entryOf(event));
        }}
        eventAllow={allow}
        // Posts from the tray are not events yet.
        selectAllow={allow}
        eventDrop={moved}
        // FullCalendar takes a drop right after a redraw for one from another calendar.
        eventReceive={moved}
        drop={dropped}
      />
    </div>
  );
}

const entryOf = ({ extendedProps }: EventApi) => extendedProps.entry as CalendarEntry;

/** The scroll position of a week, computed once per week and not after each move. */
function useOpening({ view, day, zone, entries, complete }: CalendarGridProps) {
  const week = view === 'week' ? windowOf(view, day).from : undefined;
  const [opening, setOpening] = useState(() => ({
    week: complete ? week : undefined,
    time: { hours: openingHour(entries, new Date(), zone) },
  }));
  if (complete && week !== opening.week)
    setOpening({ week, time: { hours: openingHour(entries, new Date(), zone) } });
  return opening.time;
}

/** Makes the elements of the tray draggable onto the calendar; `drop` handles them. */
function useDraggable(
  tray: HTMLElement | null,
  items: Map<string, PostWithKind>,
  view: CalendarGridProps['view'],
) {
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
        // Without a duration the whole day is highlighted.
        const duration = view === 'week' ? DURATION : undefined;
        return { create: false, duration, title: item?.title, entry: { what: 'item', name, item } };
      },
    });
    return () => {
      draggable.destroy();
    };
  }, [tray, view]);
}

import { Suspense, useEffect, useMemo } from 'react';
import type { ShowAccount } from '../accounts/shownAccounts';
import { Agenda } from './Agenda';
import { CalendarSkeleton } from './CalendarSkeleton';
import type { View } from './calendarDays';
import { itemName } from './calendarEntries';
import type { CalendarEntry } from './calendarEntries';
import { useMove } from './useCalendar';
import type { PostWithKind } from './useCalendar';
import { lazyPart } from '../../lazyPart';

// Month and week need FullCalendar; the agenda, the default on phones, does not.
const grid = () => import('./CalendarGrid');
const CalendarGrid = lazyPart(grid);

interface CalendarViewProps {
  view: View;
  day: string;
  today: string;
  zone: string;
  narrow: boolean;
  entries: CalendarEntry[];
  complete: boolean;
  tray: HTMLElement | null;
  waiting: PostWithKind[];
  show: ShowAccount;
  open: (entry: CalendarEntry) => void;
  openDay: (day: string) => void;
  compose: (at: string | null) => void;
}

/** The entries in the chosen view. */
export function CalendarView({ view, day, today, waiting, ...rest }: CalendarViewProps) {
  const move = useMove();
  const trayItems = useMemo(() => new Map(waiting.map((item) => [itemName(item), item])), [waiting]);
  if (view === 'agenda') {
    const { entries, zone, open, show } = rest;
    return <Agenda key={day} entries={entries} zone={zone} today={today} open={open} show={show} />;
  }
  return (
    <Suspense fallback={<CalendarSkeleton view={view} day={day} />}>
      <CalendarGrid
        view={view}
        day={day}
        trayItems={trayItems}
        move={(one) => {
          move.mutate(one);
        }}
        {...rest}
      />
    </Suspense>
  );
}

/** Loads FullCalendar in parallel with the first answer. */
export function usePreloadGrid(view: View) {
  useEffect(() => {
    if (view !== 'agenda') void grid();
  }, [view]);
}

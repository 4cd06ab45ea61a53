import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useStore } from 'react-admin';
import { Link } from 'react-router';
import { needsSubscription } from '../../api';
import { Failure } from '../layout/Failure';
import { Screen } from '../layout/Screen';
import { useUser } from '../queries';
import { SubscriptionRequired } from '../subscription/SubscriptionRequired';
import { Agenda } from './Agenda';
import './calendar.css';
import { CalendarDialogs } from './CalendarDialogs';
import type { Opened } from './CalendarDialogs';
import { CalendarSkeleton } from './CalendarSkeleton';
import { windowOf } from './days';
import type { View } from './days';
import { dayOf, entriesOf, itemName } from './entries';
import type { Entry } from './entries';
import { Legend } from './Legend';
import { NothingPlanned } from './NothingPlanned';
import { Toolbar } from './Toolbar';
import { Tray } from './Tray';
import { useMove, useTray, useWindow } from './useCalendar';

// Month and week bring a library along; the agenda, which phones begin with, does without.
const Grid = lazy(() => import('./Grid'));

export default function Calendar() {
  const { timezone: zone } = useUser();
  const narrow = useMediaQuery('(max-width:599px)', { noSsr: true });
  const [view, setView] = useStore<View>('calendar.view', narrow ? 'agenda' : 'month');
  const today = dayOf(new Date(), zone);
  const [day, setDay] = useState(today);
  const [opened, setOpened] = useState<Opened>();
  const [trayElement, setTrayElement] = useState<HTMLElement | null>(null);
  const { from, to } = windowOf(view, day);
  const { data, error, isPending, refetch } = useWindow(from, to);
  const { data: waiting = NONE } = useTray();
  const move = useMove();
  const entries = useMemo(() => (data ? entriesOf(data) : []), [data]);
  const trayItems = useMemo(() => new Map(waiting.map((item) => [itemName(item), item])), [waiting]);

  if (needsSubscription(error)) {
    return (
      <Screen title="Calendar">
        <SubscriptionRequired />
      </Screen>
    );
  }
  const open = (entry: Entry) => {
    setOpened(entry.what === 'item' ? { what: 'entry', name: entry.name } : entry);
  };
  const views = () => {
    if (view === 'agenda')
      return <Agenda key={from} entries={entries} zone={zone} today={today} open={open} />;
    return (
      <Suspense fallback={<CalendarSkeleton view={view} />}>
        <Grid
          view={view}
          day={day}
          zone={zone}
          entries={entries}
          narrow={narrow}
          tray={trayElement}
          trayItems={trayItems}
          open={open}
          openDay={(chosen) => {
            setDay(chosen);
            setView('agenda');
          }}
          move={(item, time, putBack) => {
            move.mutate({ item, time }, { onError: putBack });
          }}
        />
      </Suspense>
    );
  };
  return (
    <Screen
      title="Calendar"
      lead="What goes out when, and what went out."
      action={
        <Button variant="contained" component={Link} to="/dashboard/videos" startIcon={<UploadIcon />}>
          Upload videos
        </Button>
      }
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: waiting.length ? 'minmax(0, 1fr) 272px' : undefined,
          },
        }}
      >
        <Card component="section" aria-label="Plan">
          <Toolbar view={view} day={day} today={today} show={setView} go={setDay} />
          {error && !data ? (
            <Failure text="Failed to fetch the calendar" retry={refetch} />
          ) : isPending && view === 'agenda' ? (
            <CalendarSkeleton view={view} />
          ) : (
            <>
              {data && entries.length === 0 && (
                <NothingPlanned waiting={waiting.length} large={view === 'agenda'} />
              )}
              {views()}
            </>
          )}
          <Legend zone={zone} />
        </Card>
        {waiting.length > 0 && (
          <Tray
            ref={setTrayElement}
            items={waiting}
            draggable={view !== 'agenda'}
            schedule={(item) => {
              setOpened({ what: 'time', name: itemName(item) });
            }}
            scheduleAll={() => {
              setOpened({ what: 'batch' });
            }}
          />
        )}
      </Box>
      <CalendarDialogs opened={opened} set={setOpened} items={data?.items ?? NONE} waiting={waiting} />
    </Screen>
  );
}

const NONE: never[] = [];

import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useState } from 'react';
import { useStore } from 'react-admin';
import { useNavigate } from 'react-router';
import { useKeptInput } from '../../keptInput';
import { AccountFilter } from '../accounts/AccountFilter';
import { useShownAccounts } from '../accounts/shownAccounts';
import { Failure } from '../layout/Failure';
import { Screen } from '../layout/Screen';
import { PHONE } from '../layout/sizes';
import { UploadVideos } from '../layout/UploadVideos';
import { useUser } from '../queries';
import { SubscriptionRequired } from '../subscription/SubscriptionRequired';
import { useNeedsPlan } from '../subscription/useNeedsPlan';
import './calendar.css';
import { CalendarDialogs } from './CalendarDialogs';
import type { CalendarDialog } from './CalendarDialogs';
import { CalendarSkeleton } from './CalendarSkeleton';
import { windowOf } from './calendarDays';
import type { View } from './calendarDays';
import { entriesOf, itemName } from './calendarEntries';
import { dayOf } from '../../days';
import { Legend } from './Legend';
import { MoreSlots } from './MoreSlots';
import { EmptyCalendar } from './EmptyCalendar';
import { CalendarToolbar } from './CalendarToolbar';
import { UnscheduledPosts } from './UnscheduledPosts';
import { useUnscheduledPosts, useWindow } from './useCalendar';
import { useFollowFocus } from './useFollowFocus';
import { usePreloadGrid, CalendarView } from './CalendarView';
import { TEXTS } from './texts';

export default function Calendar() {
  const { timezone: zone } = useUser();
  const navigate = useNavigate();
  const narrow = useMediaQuery('(max-width:599px)', { noSsr: true });
  const [view, setView] = useStore<View>('calendar.view', narrow ? 'agenda' : 'month');
  const today = dayOf(new Date(), zone);
  const [day, setDay] = useState(today);
  const [opened, setOpened] = useKeptInput<CalendarDialog>('calendar dialog', undefined);
  const [trayElement, setTrayElement] = useState<HTMLElement | null>(null);
  usePreloadGrid(view);
  const { from, to } = windowOf(view, day);
  const [account, setAccount] = useState<number>();
  const show = useShownAccounts();
  const planned = useWindow(from, to, account);
  const { data, error, isPlaceholderData, refetch } = planned;
  const needsPlan = useNeedsPlan(planned);
  const { data: waiting, isError: trayFailed, refetch: refetchTray } = useUnscheduledPosts(account);
  const entries = useMemo(() => (data ? entriesOf(data) : []), [data]);
  // Month and week may keep stale entries meanwhile, since they only show their own days.
  const keepFocus = useFollowFocus(entries, Boolean(opened));
  const past = to <= today;
  const isEmpty = data && entries.length === 0 && !data.slots_until && !isPlaceholderData;
  const known = data && !(isPlaceholderData && view === 'agenda');

  if (needsPlan) {
    return (
      <Screen title={TEXTS.calendar}>
        <SubscriptionRequired />
      </Screen>
    );
  }
  const plan = () => {
    if (error && !known) return <Failure text={TEXTS.calendarFailed} retry={refetch} />;
    if (!known) return <CalendarSkeleton view={view} day={day} />;
    return (
      <Box sx={{ position: 'relative' }}>
        <CalendarView
          view={view}
          day={day}
          today={today}
          zone={zone}
          narrow={narrow}
          entries={entries}
          complete={!isPlaceholderData}
          tray={trayElement}
          waiting={waiting ?? NONE}
          show={show}
          open={(entry) => {
            setOpened(entry.what === 'item' ? { what: 'entry', name: entry.name } : entry);
          }}
          compose={(at) => {
            void navigate(`/dashboard/compose${at === null ? '' : `?at=${at}`}`);
          }}
          openDay={(chosen) => {
            setDay(chosen);
            setView('agenda');
          }}
        />
        {/* Over a calendar with unscheduled posts it would block dragging. */}
        {isEmpty && (view === 'agenda' || waiting?.length === 0) && (
          <EmptyCalendar waiting={waiting?.length ?? 0} past={past} over={view !== 'agenda'} />
        )}
      </Box>
    );
  };
  // An empty calendar has the action in its middle.
  const hasAction = past || !(isEmpty && waiting?.length === 0);
  return (
    <Screen
      title={TEXTS.calendar}
      lead={TEXTS.lead}
      action={hasAction && <UploadVideos sx={{ [PHONE]: { display: 'none' } }} />}
      thumb={hasAction && <UploadVideos />}
    >
      <Box sx={COLUMNS} onFocus={keepFocus}>
        <Card component="section" aria-label={TEXTS.plan}>
          <CalendarToolbar view={view} day={day} today={today} show={setView} go={setDay}>
            <AccountFilter value={account} change={setAccount} sx={ACCOUNTS} />
          </CalendarToolbar>
          {plan()}
          {data?.slots_until && <MoreSlots until={data.slots_until} zone={zone} />}
          <Legend zone={zone} />
        </Card>
        <UnscheduledPosts
          ref={setTrayElement}
          items={waiting}
          view={view}
          show={show}
          filtered={account !== undefined}
          retry={trayFailed ? refetchTray : undefined}
          schedule={(item) => {
            setOpened({ what: 'time', name: itemName(item) });
          }}
          scheduleAll={() => {
            setOpened({ what: 'batch' });
          }}
        />
      </Box>
      <CalendarDialogs opened={opened} set={setOpened} items={data?.items ?? NONE} waiting={waiting} />
    </Screen>
  );
}

const COLUMNS = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 272px' },
};

const ACCOUNTS = {
  order: { xs: 1, sm: 0 },
  width: { xs: '100%', sm: 200 },
  '& .MuiInputBase-root': { height: 36 },
};

const NONE: never[] = [];

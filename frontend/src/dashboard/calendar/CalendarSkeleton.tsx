import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { windowOf } from './calendarDays';
import type { View } from './calendarDays';
import { TEXTS } from './texts';

const ROWS = [1, 2, 3, 4, 5, 6];
const WEEK_MS = 7 * 86_400_000;
const DAYS = [TEXTS.mon, TEXTS.tue, TEXTS.wed, TEXTS.thu, TEXTS.fri, TEXTS.sat, TEXTS.sun];

/** The layout of the view while it loads. */
export function CalendarSkeleton({ view, day }: { view: View; day: string }) {
  return (
    <Box role="status" aria-label={TEXTS.loading} sx={{ borderTop: 1, borderColor: 'divider' }}>
      {view === 'agenda' ? (
        ROWS.map((row) => <Row key={row} />)
      ) : (
        <Days tall={view === 'week'} weeks={weeksOf(view, day)} />
      )}
    </Box>
  );
}

function weeksOf(view: View, day: string): number[] {
  const { from, to } = windowOf(view, day);
  return ROWS.slice(0, (Date.parse(to) - Date.parse(from)) / WEEK_MS);
}

const Row = () => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 0.75 }}>
    <Skeleton width={56} />
    <Skeleton variant="rounded" width={36} height={48} />
    <Box sx={{ flex: 1 }}>
      <Skeleton width="50%" />
      <Skeleton width="25%" />
    </Box>
    <Skeleton variant="rounded" width={76} height={24} sx={{ borderRadius: 99 }} />
  </Box>
);

/** The weeks of a month, or one tall row for a week. */
const Days = ({ tall, weeks }: { tall: boolean; weeks: number[] }) => (
  <div className={tall ? 'cal-blank is-tall' : 'cal-blank'}>
    {DAYS.map((day) => (
      <span key={day} className="cal-blank-name">
        <Skeleton width={28} />
      </span>
    ))}
    {weeks.map((week) =>
      DAYS.map((day, n) => (
        <span key={`${week} ${day}`} className="cal-blank-day">
          {(tall || (week + n) % 3 === 0) && <Skeleton variant="rounded" height={42} />}
        </span>
      )),
    )}
  </div>
);

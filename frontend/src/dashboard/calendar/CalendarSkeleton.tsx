import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { View } from './days';

const WEEKS = [1, 2, 3, 4, 5];
const DAYS = [1, 2, 3, 4, 5, 6, 7];

/** The layout of the view before its first answer. */
export function CalendarSkeleton({ view }: { view: View }) {
  return (
    <Box role="status" aria-label="Loading" sx={{ borderTop: 1, borderColor: 'divider' }}>
      {view === 'agenda' ? WEEKS.map((row) => <Row key={row} />) : <Weeks />}
    </Box>
  );
}

const Row = () => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 2, py: 1.5 }}>
    <Skeleton width={64} />
    <Skeleton variant="rounded" width={36} height={48} />
    <Box sx={{ flex: 1 }}>
      <Skeleton width="50%" />
      <Skeleton width="25%" />
    </Box>
    <Skeleton width={80} />
  </Box>
);

const Weeks = () => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, 1fr)' }}>
    {WEEKS.map((week) =>
      DAYS.map((day) => (
        <Box
          key={`${week} ${day}`}
          sx={{
            height: { xs: 84, sm: 128 },
            p: 0.75,
            border: '0 solid',
            borderColor: 'divider',
            borderWidth: '0 1px 1px 0',
          }}
        >
          <Skeleton width={20} sx={{ ml: 'auto' }} />
          {(week + day) % 3 === 0 && <Skeleton variant="rounded" height={36} sx={{ mt: 0.5 }} />}
        </Box>
      )),
    )}
  </Box>
);

import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { RaRecord } from 'react-admin';
import type { AdminListOptions } from './adminListOptions';
import { TEXTS } from './texts';

const ROWS = [1, 2, 3, 4, 5, 6];

/** The layout of the list while it loads. */
export function AdminListSkeleton<R extends RaRecord>({
  columns,
  actions,
  wide,
}: AdminListOptions<R> & { wide: boolean }) {
  return (
    <Box role="status" aria-label={TEXTS.loading} sx={{ pt: wide ? 5 : 0 }}>
      {ROWS.map((row) => (
        <Box
          key={row}
          sx={{
            display: 'flex',
            flexDirection: wide ? 'row' : 'column',
            alignItems: wide ? 'center' : 'start',
            gap: wide ? 4 : 1,
            px: 2,
            height: wide ? 62 : 190,
            justifyContent: 'center',
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          {columns.map(({ label, width }) => (
            <Skeleton
              key={label}
              sx={wide ? { flex: width ? `0 1 ${width - 32}px` : 1 } : { width: '70%' }}
            />
          ))}
          {actions && wide && <Skeleton sx={{ flex: `0 1 ${actions.width - 32}px` }} />}
        </Box>
      ))}
    </Box>
  );
}

export const ToolbarSkeleton = () => (
  <Box sx={{ p: 2 }}>
    <Skeleton variant="rounded" height={37} sx={{ maxWidth: { md: 360 } }} />
  </Box>
);

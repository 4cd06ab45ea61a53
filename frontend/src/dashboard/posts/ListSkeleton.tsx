import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { THUMBNAIL } from './Thumbnail';
import { TEXTS } from './texts';

const ROWS = [1, 2, 3, 4, 5];

/** The layout of the list while it loads. */
export function ListSkeleton({ wide }: { wide: boolean }) {
  return (
    <Box role="status" aria-label={TEXTS.loading} sx={{ pt: wide ? 5 : 0 }}>
      {ROWS.map((row) => (
        <Box
          key={row}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            px: 2,
            py: 1.5,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Skeleton variant="rounded" sx={THUMBNAIL} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width="60%" />
            {!wide && <Skeleton width="40%" />}
            {!wide && <Skeleton width="50%" />}
          </Box>
          {wide && [100, 150, 150, 160].map((width, column) => <Skeleton key={column} width={width} />)}
        </Box>
      ))}
    </Box>
  );
}

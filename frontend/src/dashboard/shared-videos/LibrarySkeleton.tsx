import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { TEXTS } from './texts';

export const GRID = {
  listStyle: 'none',
  m: 0,
  p: 2,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(168px, 1fr))' },
};

/** Thumbnails; a 9:16 video is cropped slightly. */
export const PICTURE = { width: '100%', aspectRatio: '3 / 4', height: 'auto', borderRadius: 1 };

const CARDS = [1, 2, 3, 4, 5, 6];

export const LibrarySkeleton = () => (
  <Box role="status" aria-label={TEXTS.loading} sx={GRID}>
    {CARDS.map((card) => (
      <div key={card}>
        <Skeleton variant="rounded" sx={PICTURE} />
        <Skeleton width="80%" sx={{ mt: 1 }} />
        <Skeleton width="50%" />
      </div>
    ))}
  </Box>
);

import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

export const GRID = {
  listStyle: 'none',
  m: 0,
  p: 2,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(168px, 1fr))' },
};

/** Of the library's pictures; a 9:16 video loses a little above and below. */
export const PICTURE = { width: '100%', aspectRatio: '3 / 4', height: 'auto', borderRadius: 1 };

const CARDS = [1, 2, 3, 4, 5, 6];

export const LibrarySkeleton = () => (
  <Box role="status" aria-label="Loading" sx={GRID}>
    {CARDS.map((card) => (
      <div key={card}>
        <Skeleton variant="rounded" sx={PICTURE} />
        <Skeleton width="80%" sx={{ mt: 1 }} />
        <Skeleton width="50%" />
      </div>
    ))}
  </Box>
);

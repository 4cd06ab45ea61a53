import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { FRAME } from './PhotoButton';
import { GRID } from './PhotoGrid';
import { TEXTS } from './texts';

const TILES = [1, 2, 3, 4, 5, 6, 7, 8];

/** The layout of the list while it loads. */
export function PhotosLoading() {
  return (
    <Box role="status" aria-label={TEXTS.loading} sx={GRID}>
      {TILES.map((tile) => (
        <Box key={tile}>
          <Skeleton
            variant="rounded"
            sx={{ width: '100%', height: 'auto', aspectRatio: FRAME.aspectRatio }}
          />
          <Skeleton width="70%" sx={{ mt: 1 }} />
          <Skeleton width="40%" />
          <Skeleton width="55%" />
        </Box>
      ))}
    </Box>
  );
}

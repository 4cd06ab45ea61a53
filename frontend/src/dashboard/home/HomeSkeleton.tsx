import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { FOUR_COLUMNS, TWO_COLUMNS } from './columns';
import { LinesSkeleton } from './OutlookPanel';

/** Until it is known what stands above, so that nothing moves afterwards. */
export function HomeSkeleton() {
  return (
    <div role="status" aria-label="Opening">
      <Skeleton width={150} height={32} />
      <Skeleton width={260} height={20} sx={{ mt: 0.5, mb: 3 }} />
      <Box sx={TWO_COLUMNS}>
        {[160, 130].map((width) => (
          <Card key={width} sx={{ p: { xs: 2, sm: 3 } }}>
            <Skeleton width={width} height={24} sx={{ mb: 2 }} />
            <LinesSkeleton />
          </Card>
        ))}
      </Box>
      <Box sx={{ ...FOUR_COLUMNS, mt: { xs: 2, md: 3 } }}>
        {[90, 60, 50, 110].map((width) => (
          <Card key={width} sx={{ p: { xs: 2, sm: 3 }, minHeight: { lg: 190 } }}>
            <Skeleton width={width} height={24} sx={{ mb: 2 }} />
            <Skeleton width="55%" height={32} />
            <Skeleton width="80%" />
          </Card>
        ))}
      </Box>
    </div>
  );
}

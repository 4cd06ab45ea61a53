import Skeleton from '@mui/material/Skeleton';

/** While the code of a screen is on its way. */
export function ScreenSkeleton() {
  return (
    <div role="status" aria-label="Opening">
      <Skeleton variant="rounded" width={220} height={36} sx={{ mb: 3 }} />
      <Skeleton variant="rounded" height={360} />
    </div>
  );
}

import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { megabytes } from '../../format';
import { useSubscription } from '../queries';

/** What is left of the plan: tasks and storage. */
export function QuotaSummary() {
  const { data, isPending } = useSubscription();
  if (isPending) return <Skeleton variant="rounded" width={280} height={44} />;
  if (!data) return null;
  const { submissions, storage } = data;
  return (
    <Box component="dl" aria-label="Remaining" sx={{ display: 'flex', gap: 3, m: 0 }}>
      <Left
        name="Remaining tasks"
        value={String(submissions.total - submissions.used)}
        of={`of ${submissions.total}`}
      />
      <Left
        name="Remaining storage"
        value={`${megabytes(Math.max(0, storage.total - storage.used))} MB`}
        of={`of ${megabytes(storage.total)} MB`}
      />
    </Box>
  );
}

function Left({ name, value, of }: { name: string; value: string; of: string }) {
  return (
    <Box>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {value}{' '}
        <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
          {of}
        </Box>
      </Typography>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { megabytes, roughGigabytes } from '../../format';
import { useSubscription } from '../queries';

/** What is left of the plan: tasks and storage. */
export function QuotaSummary() {
  const { data, isPending } = useSubscription();
  if (isPending) return <Skeleton variant="rounded" width={320} height={62} />;
  if (!data) return null;
  const { submissions, storage } = data;
  const free = Math.max(0, storage.total - storage.used);
  return (
    <Box component="dl" aria-label="Remaining" sx={{ display: 'flex', gap: 3, m: 0 }}>
      <Left
        name="Remaining tasks"
        value={String(submissions.total - submissions.used)}
        of={`of ${submissions.total}`}
        hint="One per waiting post"
      />
      <Left
        name="Remaining storage"
        value={`${megabytes(free)} MB`}
        of={`of ${megabytes(storage.total)} MB`}
        hint={`${roughGigabytes(free)} of ${roughGigabytes(storage.total)} GB`}
      />
    </Box>
  );
}

interface LeftProps {
  name: string;
  value: string;
  of: string;
  /** The same in words or sizes that people know. */
  hint: string;
}

function Left({ name, value, of, hint }: LeftProps) {
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
      <Typography component="dd" variant="body2" sx={{ m: 0, fontSize: 12, color: 'text.secondary' }}>
        {hint}
      </Typography>
    </Box>
  );
}

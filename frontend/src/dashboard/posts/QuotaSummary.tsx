import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { megabytes, roughGigabytes } from '../../format';
import { useSubscription } from '../queries';
import { TEXTS } from './texts';

/** Remaining tasks and storage. */
export function QuotaSummary() {
  const { data, isPending } = useSubscription();
  if (isPending) return <Skeleton variant="rounded" width={320} height={62} />;
  if (!data) return null;
  const { submissions, storage } = data;
  const free = Math.max(0, storage.total - storage.used);
  return (
    <Box component="dl" aria-label={TEXTS.remaining} sx={{ display: 'flex', gap: 3, m: 0 }}>
      <Left
        name={TEXTS.remainingTasks}
        value={String(submissions.total - submissions.used)}
        of={TEXTS.ofTotal(submissions.total)}
        hint={TEXTS.taskHint}
      />
      <Left
        name={TEXTS.remainingStorage}
        value={`${megabytes(free)} MB`}
        of={TEXTS.ofMegabytes(megabytes(storage.total))}
        hint={TEXTS.ofGigabytes(roughGigabytes(free), roughGigabytes(storage.total))}
      />
    </Box>
  );
}

interface LeftProps {
  name: string;
  value: string;
  of: string;
  /** The same value in friendlier terms. */
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

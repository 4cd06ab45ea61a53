import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { Usage } from '../../types';
import { PHONE } from '../layout/sizes';

export const FIGURE = {
  fontSize: 20,
  lineHeight: '28px',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  [PHONE]: { fontSize: 14, lineHeight: '24px' },
};

const IN_ONE_LINE = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'baseline',
  columnGap: 0.5,
  '& > *': { mt: 0 },
};

interface UsageMeterProps {
  name: string;
  usage: Usage;
  value: string;
  of: string;
  /** The same value in friendlier terms. */
  hint: string;
}

export function UsageMeter({ name, usage, value, of, hint }: UsageMeterProps) {
  const percent = usage.total > 0 ? Math.min(100, (usage.used / usage.total) * 100) : 0;
  return (
    <>
      <Box sx={{ mb: 1.5, [PHONE]: IN_ONE_LINE }}>
        <Typography sx={FIGURE}>{value}</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 0.5, fontVariantNumeric: 'tabular-nums' }}>
          {of}
        </Typography>
      </Box>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={name}
        color={percent >= 90 ? 'error' : 'primary'}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1, [PHONE]: { mt: 0.5 } }}>
        {hint}
      </Typography>
    </>
  );
}

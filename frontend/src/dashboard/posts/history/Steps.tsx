import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { dateTime } from '../../../format';
import type { Attempt } from '../../../types';
import type { Tone } from '../../muiTheme';
import { useUser } from '../../queries';
import { NETWORK_NAME } from '../screenFormat';
import { useFormat } from '../FormatContext';
import { codesOf, stepText } from './attemptSteps';
import { TEXTS } from './texts';

const TONE: Record<Attempt['outcome'], Tone> = {
  done: 'good',
  failed: 'bad',
  unknown: 'warning',
  'in progress': 'info',
  interrupted: 'warning',
};

const MARK: Record<Attempt['outcome'], string> = {
  done: '✓',
  failed: '!',
  unknown: '?',
  'in progress': '…',
  interrupted: '–',
};

/** The attempts as a vertical timeline, first on top. */
export function Steps({ attempts }: { attempts: Attempt[] }) {
  return (
    <Box component="ol" aria-label={TEXTS.steps} sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
      {attempts.map((attempt, n) => (
        <Step key={n} attempt={attempt} last={n === attempts.length - 1} />
      ))}
    </Box>
  );
}

function Step({ attempt, last }: { attempt: Attempt; last: boolean }) {
  const { network } = useFormat();
  const { timezone } = useUser();
  const tone = TONE[attempt.outcome];
  const codes = codesOf(attempt);
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        gap: 1.5,
        pb: last ? 0 : 2,
        '&::before': last
          ? undefined
          : {
              content: '""',
              position: 'absolute',
              left: 11,
              top: 28,
              bottom: 4,
              width: '1px',
              bgcolor: 'divider',
            },
      }}
    >
      <Box
        aria-hidden="true"
        sx={{
          flex: 'none',
          width: 24,
          height: 24,
          borderRadius: '50%',
          display: 'grid',
          placeContent: 'center',
          fontSize: 13,
          fontWeight: 700,
          bgcolor: `tones.${tone}.tint`,
          color: `tones.${tone}.text`,
        }}
      >
        {MARK[attempt.outcome]}
      </Box>
      <Box sx={{ minWidth: 0, flex: 1, pt: '2px' }}>
        <Typography>{stepText(attempt, NETWORK_NAME[network])}</Typography>
        {attempt.message && (
          <Typography dir="auto" variant="body2" sx={{ overflowWrap: 'anywhere', mt: 0.25 }}>
            {attempt.message}
          </Typography>
        )}
        <Typography
          variant="body2"
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
        >
          <time dateTime={attempt.at}>{dateTime(attempt.at, timezone)}</time>
          {codes && ` · ${codes}`}
        </Typography>
      </Box>
    </Box>
  );
}

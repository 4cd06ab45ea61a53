import ErrorIcon from '@mui/icons-material/ErrorOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { lazyPart } from '../../../lazyPart';
import { Refusal } from '../../layout/Refusal';
import { TEXTS } from './texts';
import { useConnecting } from './useConnecting';
import { useConnectReturn } from './useConnectReturn';

const Picker = lazyPart(() => import('./Picker').then((part) => ({ default: part.Picker })));

/** Shows what Facebook's dialog came back with: Pages to choose from, or why there are none. */
export function ConnectReturn() {
  const { offer, failure, close, dismiss } = useConnectReturn();
  return (
    <>
      {failure && <ConnectFailure sentence={failure} dismiss={dismiss} />}
      {offer !== undefined && (
        <Suspense fallback={null}>
          <Picker key={offer} id={offer} close={close} />
        </Suspense>
      )}
    </>
  );
}

function ConnectFailure({ sentence, dismiss }: { sentence: string; dismiss: () => void }) {
  const { start, busy, error } = useConnecting();
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 1,
        mb: { xs: 2, md: 3 },
        px: 2,
        py: 1.5,
        borderRadius: 1.25,
        bgcolor: 'tones.bad.tint',
        color: 'tones.bad.text',
      }}
    >
      <ErrorIcon fontSize="small" />
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography>
          <strong>{TEXTS.notConnected}</strong> {sentence}
        </Typography>
        <Refusal error={error} />
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button size="small" color="inherit" onClick={dismiss}>
          {TEXTS.dismiss}
        </Button>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={busy}
          onClick={() => {
            start(undefined);
          }}
        >
          {busy ? TEXTS.opening : TEXTS.tryAgain}
        </Button>
      </Box>
    </Box>
  );
}

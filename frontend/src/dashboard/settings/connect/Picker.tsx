import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import Box from '@mui/material/Box';
import { useId, useRef, type ReactNode } from 'react';
import { plural } from '../../../format';
import { Failure } from '../../layout/Failure';
import { useFocusAfter } from '../../layout/useFocusAfter';
import { useFocusOnClose } from '../../layout/useFocusOnClose';
import { NotGranted } from '../NotGranted';
import { ConnectButton } from './ConnectButton';
import './picker.css';
import { PickerPages } from './PickerPages';
import { TEXTS } from './texts';
import { usePicker } from './usePicker';

/** The Pages and Instagram accounts that Facebook's dialog offers, to choose from. */
export function Picker({ id, close }: { id: number; close: () => void }) {
  const title = useId();
  const phone = useMediaQuery('(max-width:599px)', { noSsr: true });
  const picker = usePicker(id, close);
  const { offer, pages, expired, busy, count, refusal, connect } = picker;
  const submit = useRef<HTMLButtonElement>(null);
  useFocusAfter(busy, () => submit.current);
  useFocusOnClose();
  const hasChoice = !expired && pages.length > 0;
  return (
    <Dialog
      open
      fullScreen={phone}
      fullWidth
      maxWidth="sm"
      aria-labelledby={title}
      // A click beside it must not lose the choice. What is being connected can no longer be cancelled.
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown' && !busy) close();
      }}
      sx={{
        // It has the focus as a whole, at the beginning of what it says.
        '& .MuiDialog-paper': { outline: 'none' },
        '& .MuiDialog-paperFullScreen': { m: 0, width: '100%', border: 0, borderRadius: 0 },
      }}
    >
      <DialogTitle id={title}>{TEXTS.title}</DialogTitle>
      <DialogContent>
        {expired ? (
          <Instead title={TEXTS.offerExpired} hint={TEXTS.offerExpiredHint} />
        ) : offer.isPending ? (
          <Loading />
        ) : !offer.data ? (
          <Failure text={TEXTS.offerFailed} retry={offer.refetch} />
        ) : (
          <>
            {pages.length === 0 ? (
              <Instead title={TEXTS.noPages} hint={TEXTS.noPagesHint} />
            ) : (
              <>
                <Typography sx={{ color: 'text.secondary', mb: 2 }}>{TEXTS.lead}</Typography>
                <NotGranted names={offer.data.missing_permissions} />
                <PickerPages {...picker} />
              </>
            )}
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
              {TEXTS.pageMissing}
            </Typography>
          </>
        )}
      </DialogContent>
      {refusal && !expired && (
        <Typography role="alert" sx={{ color: 'error.main', px: 3, pt: 1.5, overflowWrap: 'anywhere' }}>
          {refusal}
        </Typography>
      )}
      <DialogActions sx={{ pt: 1.5 }}>
        <Button color="inherit" disabled={busy} onClick={close}>
          {hasChoice ? TEXTS.cancel : TEXTS.close}
        </Button>
        {hasChoice && (
          <Button
            ref={submit}
            variant="contained"
            disabled={busy || count === 0}
            onClick={() => {
              connect();
            }}
          >
            {busy ? TEXTS.connecting : verbOf(count)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

const verbOf = (count: number) =>
  count > 0 ? TEXTS.connectChosen(plural(count, 'account')) : TEXTS.connectNothing;

/** No choice, and the way to one. */
const Instead = ({ title, hint }: { title: ReactNode; hint: string }) => (
  <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 3, textAlign: 'center' }}>
    <Typography role="alert" sx={{ fontWeight: 600 }}>
      {title}
    </Typography>
    <Typography sx={{ color: 'text.secondary', mb: 1, textWrap: 'balance' }}>{hint}</Typography>
    <ConnectButton />
  </Box>
);

const Loading = () => (
  <Box role="status" aria-label={TEXTS.loading}>
    {[1, 2, 3].map((n) => (
      <Skeleton key={n} variant="rounded" height={64} sx={{ mb: 1.5 }} />
    ))}
  </Box>
);

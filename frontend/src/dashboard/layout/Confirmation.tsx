import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useFocusAfter } from './useFocusAfter';
import { useFocusOnClose } from './useFocusOnClose';

interface ConfirmationProps {
  title: string;
  /** Says what will be lost. */
  children: ReactNode;
  safe: string;
  destructive: string;
  /** Nothing is lost: uses the primary colour. */
  harmless?: boolean;
  busy?: boolean;
  refusal?: ReactNode;
  cancel: () => void;
  confirm: () => void;
}

/** Asks for confirmation, with the focus on the safe button. */
export function Confirmation(props: ConfirmationProps) {
  const { title, children, safe, destructive, harmless, busy = false, refusal, cancel, confirm } = props;
  const safeButton = useRef<HTMLButtonElement>(null);
  useFocusAfter(busy, () => safeButton.current);
  useFocusOnClose();
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={cancel}
      maxWidth="xs"
      fullWidth
      aria-labelledby="confirmation-title"
      aria-describedby="confirmation-text"
    >
      <DialogTitle id="confirmation-title">{title}</DialogTitle>
      <DialogContent>
        <Typography
          id="confirmation-text"
          component="div"
          sx={{ color: 'text.secondary', overflowWrap: 'anywhere', textWrap: 'pretty' }}
        >
          {children}
        </Typography>
        {refusal && (
          <Typography role="alert" component="div" sx={{ color: 'error.main', mt: 2 }}>
            {refusal}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button ref={safeButton} color="inherit" autoFocus onClick={cancel}>
          {safe}
        </Button>
        <Button variant="contained" color={harmless ? 'primary' : 'error'} disabled={busy} onClick={confirm}>
          {destructive}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

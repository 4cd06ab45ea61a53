import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { useFocusAfter } from './useFocusAfter';
import { TEXTS } from './texts';

interface FormDialogProps {
  title: string;
  lead?: ReactNode;
  submit: string;
  submitting: string;
  busy: boolean;
  /** The form cannot be sent yet. */
  blocked?: boolean;
  wide?: boolean;
  refusal?: string;
  close: () => void;
  send: () => void;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, lead, submit, submitting, busy, blocked, wide, refusal, close, send, children } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useFocusAfter(busy, () =>
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [type="submit"]'),
  );
  return (
    <Dialog
      open
      // A click beside it must not lose what was written.
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown') close();
      }}
      maxWidth={wide ? 'sm' : 'xs'}
      fullWidth
      aria-labelledby={id}
    >
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          {lead && (
            <Typography sx={{ color: 'text.secondary', mb: 2.5, overflowWrap: 'anywhere' }}>
              {lead}
            </Typography>
          )}
          {/* Room for the first label, which floats above its field. */}
          <Stack sx={{ gap: 2.5, pt: 0.75 }}>{children}</Stack>
          {refusal && (
            <Typography role="alert" sx={{ color: 'error.main', mt: 2 }}>
              {refusal}
            </Typography>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={close}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" variant="contained" disabled={busy || blocked}>
            {busy ? submitting : submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

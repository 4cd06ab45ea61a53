import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Confirmation } from './Confirmation';
import { useFocusAfter } from './useFocusAfter';
import { useFocusOnClose } from './useFocusOnClose';
import { TEXTS } from './texts';

interface FormDialogProps {
  title: string;
  lead?: ReactNode;
  submit: string;
  submitting: string;
  busy: boolean;
  /** The form cannot be sent yet. */
  blocked?: boolean;
  /** Asks before it discards what was entered. */
  isEdited?: boolean;
  wide?: boolean;
  refusal?: string;
  close: () => void;
  send: () => void;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, lead, submit, submitting, busy, blocked, isEdited, wide, refusal, close, send, children } =
    props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useFocusAfter(busy, () =>
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [type="submit"]'),
  );
  useFocusOnClose();
  const [isAsked, setAsked] = useState(false);
  const leave = () => {
    // What was sent is not lost.
    if (isEdited && !busy) setAsked(true);
    else close();
  };
  return (
    <Dialog
      open
      // A click beside it must not lose what was written.
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown') leave();
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
          <Button color="inherit" onClick={leave}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" variant="contained" disabled={busy || blocked}>
            {busy ? submitting : submit}
          </Button>
        </DialogActions>
      </form>
      {isAsked && (
        <Confirmation
          title={TEXTS.discardQuestion}
          safe={TEXTS.keepEditing}
          destructive={TEXTS.discard}
          cancel={() => {
            setAsked(false);
          }}
          confirm={close}
        >
          {TEXTS.discardHint}
        </Confirmation>
      )}
    </Dialog>
  );
}

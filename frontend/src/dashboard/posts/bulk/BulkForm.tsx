import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useRef, type ReactNode, type SyntheticEvent } from 'react';
import { Refusal } from '../../layout/Refusal';
import { useFocusOnRefusal } from '../../layout/useFocusOnRefusal';
import type { BulkDialogProps } from './bulkDialogProps';
import type { Change } from './changeMany';
import { Refusals } from './Refusals';
import { useDialogChange } from './useDialogChange';
import { TEXTS } from './texts';

interface BulkFormProps extends BulkDialogProps {
  title: string;
  submit: string;
  /** Undefined while the form is not complete. */
  change: Change | undefined;
  children: ReactNode;
}

/** A change of several posts; it stays open as long as one was refused, and says why. */
export function BulkForm({ posts, close, changed, title, submit, change, children }: BulkFormProps) {
  const { mutate, once, isPending, error, data } = useDialogChange({ close, changed });
  const form = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(form, isPending, error ?? data?.refused[0]);
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (change) mutate({ posts, change, once });
  };
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="bulk-form-title">
      <form ref={form} onSubmit={send}>
        <DialogTitle id="bulk-form-title">{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          {children}
          <Refusals refused={data?.refused ?? []} />
          <Refusal error={error} />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={close}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" variant="contained" disabled={isPending || !change}>
            {isPending ? TEXTS.working : submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

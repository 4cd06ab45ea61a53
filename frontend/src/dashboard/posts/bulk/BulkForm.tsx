import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { Refusal } from '../../layout/Refusal';
import type { Post } from '../../../types';
import { changePosts } from '../calls';
import type { Change, Outcome } from './changeMany';
import { ChangeOnce } from './changeOnce';
import { Refusals } from './Refusals';
import { useBulkActions } from './useBulkActions';
import { TEXTS } from './texts';

/** What a dialog about several posts is given. */
export interface BulkDialogProps {
  posts: readonly Post[];
  close: () => void;
  /** After an answer, also if some posts were refused. */
  changed?: (outcome: Outcome) => void;
}

interface BulkFormProps extends BulkDialogProps {
  title: string;
  submit: string;
  /** Undefined while the form is not complete. */
  change: Change | undefined;
  children: ReactNode;
}

/** A change of several posts; it stays open as long as one was refused, and says why. */
export function BulkForm({ posts, close, changed, title, submit, change, children }: BulkFormProps) {
  const { change: mutation } = useBulkActions();
  const [once] = useState(() => new ChangeOnce(changePosts));
  const { isPending, error, data } = mutation;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!change) return;
    mutation.mutate(
      { posts, change, once },
      {
        onSuccess(outcome) {
          changed?.(outcome);
          if (outcome.refused.length === 0) close();
        },
      },
    );
  };
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="bulk-form-title">
      <form onSubmit={send}>
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

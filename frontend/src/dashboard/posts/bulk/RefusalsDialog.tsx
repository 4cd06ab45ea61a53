import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { plural } from '../../../format';
import { useFormat } from '../FormatContext';
import type { Refused } from './changeMany';
import { Refusals } from './Refusals';
import { TEXTS } from './texts';

/** After an action that has no dialog of its own. */
export function RefusalsDialog({ refused, close }: { refused: readonly Refused[]; close: () => void }) {
  const { texts } = useFormat();
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="refusals-title">
      <DialogTitle id="refusals-title">
        {TEXTS.leftAsTheyAre(plural(refused.length, texts.one, texts.many))}
      </DialogTitle>
      <DialogContent>
        <Refusals refused={refused} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={close}>
          {TEXTS.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

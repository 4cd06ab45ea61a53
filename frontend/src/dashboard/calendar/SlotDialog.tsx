import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { dateTime, relative } from '../../format';
import { useUser } from '../queries';
import type { CalendarSlot } from './calls';
import { KINDS } from '../posts/kinds';
import { slotReason } from './slotReason';

interface SlotDialogProps {
  slot: CalendarSlot;
  close: () => void;
  /** Absent where it is no item of the user's yet. */
  schedule?: () => void;
}

/** Why something will go out that nobody gave a time. */
export function SlotDialog({ slot, close, schedule }: SlotDialogProps) {
  const user = useUser();
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="slot-title">
      <DialogTitle id="slot-title" sx={{ overflowWrap: 'anywhere' }}>
        {slot.title ?? 'A shared video'}
      </DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 1.5 }}>
          {KINDS[slot.kind].label}, as things stand on {dateTime(slot.at, user.timezone)} (
          {relative(slot.at, Date.now())}).
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{slotReason(slot, user)}</Typography>
      </DialogContent>
      <DialogActions>
        <Button component={Link} to="/dashboard/settings" color="inherit" sx={{ mr: 'auto', ml: -1 }}>
          Settings
        </Button>
        <Button color="inherit" onClick={close}>
          Close
        </Button>
        {schedule && (
          <Button variant="contained" onClick={schedule}>
            Give it a time
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

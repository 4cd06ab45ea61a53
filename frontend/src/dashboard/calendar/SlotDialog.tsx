import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { dateTime, relative } from '../../format';
import { PostAccount } from '../accounts/PostAccount';
import { useAccounts, useUser } from '../queries';
import type { CalendarSlot } from './calls';
import { KINDS } from '../posts/kinds';
import { slotReason } from './slotReason';
import { TEXTS } from './texts';

interface SlotDialogProps {
  slot: CalendarSlot;
  close: () => void;
  /** Absent: the slot has no post of the user yet. */
  schedule?: () => void;
}

/** Explains an automatic slot. */
export function SlotDialog({ slot, close, schedule }: SlotDialogProps) {
  const user = useUser();
  const account = useAccounts().data?.find(({ id }) => id === slot.account?.id);
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="slot-title">
      <DialogTitle id="slot-title" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {slot.title ?? TEXTS.aSharedVideo}
      </DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 1.5 }}>
          {TEXTS.slotTime(
            KINDS[slot.kind].label,
            dateTime(slot.at, user.timezone),
            relative(slot.at, Date.now()),
          )}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{slotReason(slot, account ?? user)}</Typography>
        <Box sx={{ mt: 1.5 }}>
          <PostAccount account={slot.account} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button component={Link} to="/dashboard/settings" color="inherit" sx={{ mr: 'auto', ml: -1 }}>
          {TEXTS.settings}
        </Button>
        <Button color="inherit" onClick={close}>
          {TEXTS.close}
        </Button>
        {schedule && (
          <Button variant="contained" onClick={schedule}>
            {TEXTS.scheduleIt}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

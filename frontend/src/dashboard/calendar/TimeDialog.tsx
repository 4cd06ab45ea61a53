import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { reasonOf } from '../../api';
import { dateTime } from '../../format';
import { inputValue, scheduleTime, zoneLabel } from '../../zone';
import { useUser } from '../queries';
import { KINDS } from './kinds';
import { TimeInput } from './TimeInput';
import { useMove } from './useCalendar';
import type { KindOfPost } from './useCalendar';

/** Chooses a time on the wall clock of the user's own zone. */
export function TimeDialog({ item, close }: { item: KindOfPost; close: () => void }) {
  const { timezone } = useUser();
  const move = useMove();
  const [opened] = useState(() => new Date());
  const [chosen, setChosen] = useState<string>();
  const now = inputValue(opened, timezone);
  const send = (time: string | null) => {
    move.mutate({ item, time }, { onSuccess: close });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // Untouched, it means now, and not the moment at which the dialog opened.
    send(scheduleTime(chosen ?? inputValue(new Date(), timezone)));
  };
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="time-title">
      <form onSubmit={submit}>
        <DialogTitle id="time-title">{KINDS[item.kind].texts.schedule}</DialogTitle>
        <DialogContent>
          <Typography noWrap sx={{ color: 'text.secondary', mb: 2.5 }}>
            {item.title}
          </Typography>
          <TimeInput
            label="Date and time"
            autoFocus
            min={now}
            value={chosen ?? now}
            change={setChosen}
            refusal={reasonOf(move.error)}
            help={`In your time zone, ${zoneLabel(timezone, opened)}`}
          />
          {item.scheduled_for && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
              So far: {dateTime(item.scheduled_for, timezone)}.{' '}
              <Button
                size="small"
                disabled={move.isPending}
                onClick={() => {
                  send(null);
                }}
              >
                Take the time away
              </Button>
            </Typography>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={move.isPending}>
            {move.isPending ? 'Scheduling...' : 'Schedule'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

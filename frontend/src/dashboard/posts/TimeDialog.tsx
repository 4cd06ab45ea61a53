import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { isApiError, reasonOf } from '../../api';
import { dateTime } from '../../format';
import type { Post } from '../../types';
import { inputValue, scheduleTime, zoneLabel } from '../../zone';
import { PostAccount } from '../accounts/PostAccount';
import { useFocusOnRefusal } from '../layout/useFocusOnRefusal';
import { useUser } from '../queries';
import { TimeField } from './TimeField';
import { useKeptInput } from '../../keptInput';
import { TEXTS } from './texts';

interface TimeDialogProps {
  heading: string;
  post: Pick<Post, 'id' | 'title' | 'scheduled_for' | 'account'>;
  /** `null` unschedules the post. */
  send: (time: string | null) => void;
  busy: boolean;
  error: unknown;
  close: () => void;
}

/** Schedules a post in the user's time zone. */
export function TimeDialog({ heading, post, send, busy, error, close }: TimeDialogProps) {
  const { timezone } = useUser();
  const [opened] = useState(() => new Date());
  const [chosen, setChosen] = useKeptInput<string | undefined>(`time of ${post.id}`, undefined);
  const now = inputValue(opened, timezone);
  const refusal = (isApiError(error) && error.errors.scheduled_for?.[0]) || reasonOf(error);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(form, busy, error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // Untouched, the field means now, not when the dialog was opened.
    send(scheduleTime(chosen ?? inputValue(new Date(), timezone)));
  };
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="time-title">
      <form ref={form} onSubmit={submit}>
        <DialogTitle id="time-title">{heading}</DialogTitle>
        <DialogContent>
          <Box sx={{ mb: 2.5 }}>
            <Typography noWrap dir="auto" sx={{ color: 'text.secondary' }}>
              {post.title}
            </Typography>
            <PostAccount account={post.account} />
          </Box>
          <TimeField
            label={TEXTS.dateAndTime}
            required
            autoFocus
            value={chosen ?? now}
            min={now}
            change={setChosen}
            refusal={refusal}
            help={TEXTS.inYourZone(zoneLabel(timezone, opened))}
          />
          {post.scheduled_for && (
            <Box
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 2,
                rowGap: 0.5,
                mt: 2,
              }}
            >
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {TEXTS.currentTime(dateTime(post.scheduled_for, timezone))}
              </Typography>
              <Button
                size="small"
                disabled={busy}
                onClick={() => {
                  send(null);
                }}
                sx={{ ml: -1.25 }}
              >
                {TEXTS.unschedule}
              </Button>
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={close}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {busy ? TEXTS.scheduling : TEXTS.schedule}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

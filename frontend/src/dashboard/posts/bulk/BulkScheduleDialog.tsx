import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { isApiError, reasonOf } from '../../../api';
import { dateTime, plural } from '../../../format';
import { useKeptInput } from '../../../keptInput';
import type { Post } from '../../../types';
import { inputValue, zoneLabel } from '../../../zone';
import { useFocusOnRefusal } from '../../layout/useFocusOnRefusal';
import { useUser } from '../../queries';
import { useFormat } from '../FormatContext';
import { TimeField } from '../TimeField';
import { intervalOf, minutesOf, timesOf } from './scheduleInterval';
import { IntervalFields } from './IntervalFields';
import { useBulkActions } from './useBulkActions';
import { byAge } from '../byAge';
import { TEXTS } from './texts';

interface BulkScheduleDialogProps {
  posts: Post[];
  close: () => void;
  done: () => void;
}

/** Schedules many posts, oldest upload first: all or none. */
export function BulkScheduleDialog({ posts, close, done }: BulkScheduleDialogProps) {
  const { resource, texts, frequency } = useFormat();
  const user = useUser();
  const { timezone } = user;
  const { schedule } = useBulkActions();
  const [opened] = useState(() => new Date());
  const [chosen, setChosen] = useKeptInput<string | undefined>(`${resource} bulk start`, undefined);
  const [interval, setInterval] = useKeptInput(`${resource} bulk interval`, () =>
    intervalOf(user[frequency]),
  );
  const now = inputValue(opened, timezone);
  const inOrder = [...posts].sort(byAge);
  const times = timesOf(chosen ?? now, timezone, interval, posts.length);
  const { error, isPending } = schedule;
  const startRefusal = isApiError(error) ? error.errors.start?.[0] : undefined;
  const form = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(form, isPending, error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // Untouched, the field means now, not when the dialog was opened.
    const start = chosen ?? inputValue(new Date(), timezone);
    schedule.mutate({ posts: inOrder, start, minutes: minutesOf(interval) }, { onSuccess: done });
  };
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="bulk-schedule-title">
      <form ref={form} onSubmit={submit}>
        <DialogTitle id="bulk-schedule-title">
          {TEXTS.scheduleMany(plural(posts.length, texts.one, texts.many))}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <Typography sx={{ color: 'text.secondary' }}>{TEXTS.scheduleHint}</Typography>
          <TimeField
            label={TEXTS.firstPostAt}
            required
            autoFocus
            value={chosen ?? now}
            min={now}
            change={setChosen}
            refusal={startRefusal}
            help={TEXTS.inYourZone(zoneLabel(timezone, opened))}
          />
          <IntervalFields interval={interval} change={setInterval} />
          {times.length > 0 && <Preview posts={inOrder} times={times} timezone={timezone} />}
          {error && !startRefusal && (
            <Typography role="alert" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
              {reasonOf(error) ?? texts.rescheduleFailed}
            </Typography>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={close}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" variant="contained" disabled={isPending || times.length === 0}>
            {isPending ? TEXTS.scheduling : TEXTS.schedule}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Preview({ posts, times, timezone }: { posts: Post[]; times: string[]; timezone: string }) {
  return (
    <Box
      component="ol"
      aria-label={TEXTS.preview}
      tabIndex={0}
      sx={{
        listStyle: 'none',
        m: 0,
        px: 1.5,
        py: 1,
        maxHeight: 168,
        overflowY: 'auto',
        bgcolor: 'sunken',
        borderRadius: 1,
        fontSize: 13,
      }}
    >
      {posts.map(({ id, title }, n) => (
        <Box component="li" key={id} sx={{ display: 'flex', gap: 2, py: 0.5 }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0, textOverflow: 'ellipsis', overflow: 'hidden' }}>
            <Typography component="span" variant="body2" noWrap dir="auto" sx={{ display: 'block' }}>
              {title}
            </Typography>
          </Box>
          <Box
            component="time"
            dateTime={times[n]}
            sx={{ color: 'text.secondary', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
          >
            {dateTime(times[n] ?? '', timezone)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

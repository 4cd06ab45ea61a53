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
import { plural } from '../../format';
import { useKeptInput } from '../../keptInput';
import { inputValue, instantOf, scheduleTime, zoneLabel } from '../../zone';
import { useFocusOnRefusal } from '../layout/useFocusOnRefusal';
import { useUser } from '../queries';
import { BatchItems } from './BatchItems';
import { itemName } from './calendarEntries';
import { IntervalFields } from '../posts/bulk/IntervalFields';
import { intervalOf, minutesOf } from '../posts/bulk/scheduleInterval';
import { TimeField } from '../posts/TimeField';
import { useBatch } from './useCalendar';
import type { PostWithKind } from './useCalendar';
import { TEXTS } from './texts';

/** Limit of one call. */
const AT_ONCE = 500;

/** Schedules all unscheduled posts at an interval, oldest first. */
export function BatchDialog({ items, close }: { items: PostWithKind[]; close: () => void }) {
  const { timezone, upload_frequency: frequency } = useUser();
  const batch = useBatch();
  const [opened] = useState(() => new Date());
  // Frozen, so that polling does not change the list under the user.
  const [offered] = useState(() => items.slice(0, AT_ONCE));
  const [left, setLeft] = useKeptInput<ReadonlySet<string>>('batch left out', () => new Set());
  const chosen = offered.filter((item) => !left.has(itemName(item)));
  const now = inputValue(opened, timezone);
  const [start, setStart] = useKeptInput<string | undefined>('batch start', undefined);
  const [interval, setInterval] = useKeptInput('batch interval', () => intervalOf(frequency));
  const form = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(form, batch.isPending, batch.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const from = scheduleTime(start ?? inputValue(new Date(), timezone));
    const named = chosen.map(({ kind, id }) => ({ kind, id }));
    batch.mutate({ items: named, start: from, every_minutes: minutesOf(interval) }, { onSuccess: close });
  };
  const refused = isApiError(batch.error) ? batch.error.errors : {};
  const startRefusal = refused.start?.[0];
  const everyRefusal = refused.every_minutes?.[0];
  const refusal = (startRefusal ?? everyRefusal) ? undefined : reasonOf(batch.error);

  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="batch-title">
      <form ref={form} onSubmit={submit}>
        <DialogTitle id="batch-title">{TEXTS.scheduleMany(plural(chosen.length, 'post'))}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <Typography sx={{ color: 'text.secondary' }}>
            {TEXTS.batchLead(rest(items.length - offered.length))}
          </Typography>
          <TimeField
            label={TEXTS.firstPostAt}
            required
            autoFocus
            min={now}
            value={start ?? now}
            change={setStart}
            refusal={startRefusal}
            help={TEXTS.inYourZone(zoneLabel(timezone, opened))}
          />
          <IntervalFields interval={interval} change={setInterval} refusal={everyRefusal} />
          <BatchItems
            items={offered}
            left={left}
            leave={setLeft}
            start={instantOf(start ?? now, timezone)}
            everyMinutes={minutesOf(interval)}
            zone={timezone}
          />
          {refusal && (
            <Box role="alert" sx={{ color: 'error.main' }}>
              {refusal}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={close}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" variant="contained" disabled={batch.isPending || chosen.length === 0}>
            {batch.isPending ? TEXTS.scheduling : TEXTS.schedule}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const rest = (n: number) => (n > 0 ? TEXTS.batchRest(n) : '');

import CloseIcon from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { zoneLabel } from '../../../../zone';
import { useUser } from '../../../queries';
import { TEXTS } from './texts';
import { copied, DAYS, ofDay, twins, withAnother, type ChosenTime } from './week';

interface WeekProps {
  times: ChosenTime[];
  change: (times: ChosenTime[]) => void;
  /** What the server said of them. */
  refusal: string | undefined;
}

/** The posting times of each day of the week. */
export function Week({ times, change, refusal }: WeekProps) {
  const { timezone } = useUser();
  const wrong = refusal ? twins(times) : new Set<number>();
  const [added, setAdded] = useState<number>();
  return (
    <Box role="group" aria-label={TEXTS.postingTimes}>
      {DAYS.map((day) => (
        <Day
          key={day}
          day={day}
          times={ofDay(times, day)}
          wrong={wrong}
          added={added}
          set={(key, time) => {
            change(times.map((each) => (each.key === key ? { ...each, time } : each)));
          }}
          remove={(key) => {
            change(times.filter((each) => each.key !== key));
          }}
          add={() => {
            const more = withAnother(times, day);
            setAdded(more.at(-1)?.key);
            change(more);
          }}
          copy={() => {
            change(copied(times, day));
          }}
        />
      ))}
      {refusal && (
        <FormHelperText error role="alert" sx={{ fontSize: 14, mt: 1 }}>
          {refusal}
        </FormHelperText>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {TEXTS.zone(zoneLabel(timezone, new Date()))}
      </Typography>
    </Box>
  );
}

interface DayProps {
  day: number;
  times: ChosenTime[];
  /** The keys of those that the server refuses. */
  wrong: Set<number>;
  /** The key of the one that was added last, which takes the focus. */
  added: number | undefined;
  set: (key: number, time: string) => void;
  remove: (key: number) => void;
  add: () => void;
  copy: () => void;
}

function Day({ day, times, wrong, added, set, remove, add, copy }: DayProps) {
  const name = TEXTS.days[day - 1] ?? '';
  return (
    <Box role="group" aria-label={TEXTS.timesOf(name)} sx={ROW}>
      <Typography sx={{ fontWeight: 600, lineHeight: '36px' }}>{name}</Typography>
      <Box sx={TIMES}>
        {times.map(({ key, time }, n) => (
          <Box key={key} sx={{ display: 'flex', alignItems: 'center' }}>
            <TextField
              type="time"
              size="small"
              required
              value={time}
              error={wrong.has(key)}
              autoFocus={key === added}
              onChange={(event) => {
                set(key, event.target.value);
              }}
              slotProps={{ htmlInput: { 'aria-label': TEXTS.timeOn(name, n + 1) } }}
              sx={{ width: 128 }}
            />
            <IconButton
              size="small"
              aria-label={TEXTS.remove(name, time)}
              onClick={() => {
                remove(key);
              }}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </Box>
        ))}
        <Button size="small" aria-label={TEXTS.onDay(TEXTS.add, name)} onClick={add}>
          {TEXTS.add}
        </Button>
      </Box>
      {times.length > 0 && (
        <Button
          size="small"
          color="inherit"
          sx={COPY}
          aria-label={TEXTS.onDay(TEXTS.copy, name)}
          onClick={copy}
        >
          {TEXTS.copy}
        </Button>
      )}
    </Box>
  );
}

const ROW = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '96px minmax(0, 1fr) auto' },
  alignItems: 'start',
  py: 1,
  '& + &': { borderTop: 1, borderColor: 'divider' },
};

const TIMES = {
  gridColumn: { xs: '1 / -1', sm: 2 },
  gridRow: { xs: 2, sm: 1 },
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  alignItems: 'center',
  minHeight: 40,
};

const COPY = { gridColumn: -2, gridRow: 1, my: 0.5 };

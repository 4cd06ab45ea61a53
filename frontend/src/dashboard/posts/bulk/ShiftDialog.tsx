import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { dateTime, plural } from '../../../format';
import { useUser } from '../../queries';
import { useFormat } from '../FormatContext';
import type { BulkDialogProps } from './bulkDialogProps';
import { BulkForm } from './BulkForm';
import { isInterval, minutesOf, UNITS, type Unit } from './scheduleInterval';
import { TEXTS } from './texts';

const MINUTE_MS = 60_000;

/** Moves the times of posts, all by the same interval. */
export function ShiftDialog(props: BulkDialogProps) {
  const { texts } = useFormat();
  const { timezone } = useUser();
  const [typed, setTyped] = useState('1');
  const [unit, setUnit] = useState<Unit>('hours');
  const [way, setWay] = useState<'later' | 'earlier'>('later');
  const timed = props.posts.filter(({ scheduled_for }) => scheduled_for);
  const size = minutesOf({ every: Number(typed), unit });
  const minutes = way === 'later' ? size : -size;
  const [first] = timed.map(({ scheduled_for: at }) => Date.parse(at ?? '')).sort((a, b) => a - b);
  const show = (instant: number) => dateTime(new Date(instant).toISOString(), timezone);
  return (
    <BulkForm
      {...props}
      posts={timed}
      title={TEXTS.shiftMany(plural(timed.length, texts.one, texts.many))}
      submit={TEXTS.shift}
      change={isInterval(size) && timed.length > 0 ? { action: 'shift', minutes } : undefined}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr 1fr', gap: 1.5 }}>
        <TextField
          label={TEXTS.by}
          type="number"
          required
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
          slotProps={{
            htmlInput: { min: 1, step: 1, inputMode: 'numeric' },
            inputLabel: { required: false },
          }}
        />
        <TextField
          select
          label={TEXTS.unit}
          value={unit}
          onChange={(event) => {
            setUnit(event.target.value as Unit);
          }}
        >
          {Object.keys(UNITS).map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={TEXTS.direction}
          value={way}
          onChange={(event) => {
            setWay(event.target.value as 'later' | 'earlier');
          }}
        >
          <MenuItem value="later">{TEXTS.later}</MenuItem>
          <MenuItem value="earlier">{TEXTS.earlier}</MenuItem>
        </TextField>
      </Box>
      <Typography sx={{ color: 'text.secondary' }}>
        {first !== undefined &&
          isInterval(size) &&
          TEXTS.firstBecomes(show(first), show(first + minutes * MINUTE_MS))}{' '}
        {timed.length < props.posts.length && TEXTS.withoutTimeStay(props.posts.length - timed.length)}
      </Typography>
    </BulkForm>
  );
}

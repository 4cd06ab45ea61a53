import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { UNITS } from './scheduleInterval';
import type { Interval, Unit } from './scheduleInterval';

interface IntervalFieldsProps {
  interval: Interval;
  change: (interval: Interval) => void;
}

export function IntervalFields({ interval, change }: IntervalFieldsProps) {
  // As typed, so that the field can be empty while somebody types another number.
  const [typed, setTyped] = useState(String(interval.every));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
      <TextField
        label="Then every"
        type="number"
        required
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          change({ ...interval, every: Number(event.target.value) });
        }}
        slotProps={{ htmlInput: { min: 1, step: 1, inputMode: 'numeric' }, inputLabel: { required: false } }}
      />
      <TextField
        select
        label="Unit"
        value={interval.unit}
        onChange={(event) => {
          change({ ...interval, unit: event.target.value as Unit });
        }}
      >
        {Object.keys(UNITS).map((unit) => (
          <MenuItem key={unit} value={unit}>
            {unit}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}

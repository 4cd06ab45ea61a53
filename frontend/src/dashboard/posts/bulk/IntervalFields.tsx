import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { UNITS } from './scheduleInterval';
import type { Interval, Unit } from './scheduleInterval';
import { TEXTS } from './texts';

interface IntervalFieldsProps {
  interval: Interval;
  change: (interval: Interval) => void;
  refusal?: string;
}

export function IntervalFields({ interval, change, refusal }: IntervalFieldsProps) {
  // Kept as typed, so that the field can be empty while editing.
  const [typed, setTyped] = useState(String(interval.every));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
      <TextField
        label={TEXTS.thenEvery}
        type="number"
        required
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          change({ ...interval, every: Number(event.target.value) });
        }}
        error={Boolean(refusal)}
        helperText={refusal}
        slotProps={{
          htmlInput: { min: 1, step: 1, inputMode: 'numeric' },
          inputLabel: { required: false },
          formHelperText: { role: refusal ? 'alert' : undefined },
        }}
      />
      <TextField
        select
        label={TEXTS.unit}
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

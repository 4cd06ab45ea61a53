import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { dateTime } from '../../format';
import { todaysName, zoneChoices } from './zones';
import type { ZoneChoice } from './zones';

interface ZoneFieldProps {
  zone: string;
  change: (zone: string) => void;
  error: boolean;
  /** The server's sentence. */
  refusal?: string;
}

const bySearch = createFilterOptions<ZoneChoice>({ stringify: ({ searched }) => searched });

/** A time zone out of all, found by its name or offset. */
export function ZoneField({ zone, change, error, refusal }: ZoneFieldProps) {
  const [opened] = useState(() => new Date());
  const [choices] = useState(() => zoneChoices(zone, opened));
  const value = choices.find((choice) => choice.zone === todaysName(zone)) ?? choices[0];
  return (
    <Autocomplete
      options={choices}
      value={value}
      disableClearable
      disablePortal
      autoHighlight
      getOptionLabel={({ label }) => label}
      getOptionKey={(choice) => choice.zone}
      isOptionEqualToValue={(choice, chosen) => choice.zone === chosen.zone}
      filterOptions={bySearch}
      onChange={(_event, choice) => {
        change(choice.zone);
      }}
      renderInput={(props) => (
        <TextField
          {...props}
          label="Time zone"
          required
          error={error}
          helperText={
            refusal ??
            `Times that you choose are meant there. It is ${dateTime(opened.toISOString(), zone)} now.`
          }
        />
      )}
    />
  );
}

import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useMemo, useState } from 'react';
import { dateTime } from '../../format';
import { todaysName, zoneChoices } from './zones';
import type { ZoneChoice } from './zones';
import { TEXTS } from './texts';

interface ZoneFieldProps {
  zone: string;
  change: (zone: string) => void;
  error: boolean;
  /** The server's message. */
  refusal?: string;
}

const bySearch = createFilterOptions<ZoneChoice>({ stringify: ({ searched }) => searched });

/** A searchable list of all time zones. */
export function ZoneField({ zone, change, error, refusal }: ZoneFieldProps) {
  const [opened] = useState(() => new Date());
  const choices = useMemo(() => zoneChoices(zone, opened), [zone, opened]);
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
          label={TEXTS.timeZone}
          required
          error={error}
          helperText={refusal ?? TEXTS.zoneHint(dateTime(opened.toISOString(), zone))}
        />
      )}
    />
  );
}

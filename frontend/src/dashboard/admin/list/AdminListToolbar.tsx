import SearchIcon from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useOpenedView } from '../../layout/AddressedList';
import { useListFilter } from '../../layout/useListFilter';
import type { FilterValues, AdminListOptions } from './adminListOptions';
import { SortChoice } from './SortChoice';

const textOf = (value: FilterValues[string] | undefined) => String(value ?? '');

type AdminListToolbarProps<R extends RaRecord> = AdminListOptions<R> & { wide: boolean };

export function AdminListToolbar<R extends RaRecord>({
  search,
  filters = [],
  columns,
  wide,
}: AdminListToolbarProps<R>) {
  const { view } = useOpenedView();
  const [chosen, choose] = useState<FilterValues>(view.filter);
  const [text, setText] = useState(textOf(chosen.q));
  useListFilter({ ...chosen, q: text.trim() });

  return (
    <Box
      role="search"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, p: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      {search && (
        <TextField
          type="search"
          size="small"
          placeholder={search}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
          }}
          slotProps={{
            htmlInput: { 'aria-label': search },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
          sx={{
            flex: '1 1 240px',
            maxWidth: { md: 360 },
            '& input::placeholder': { color: 'text.secondary', opacity: 1 },
          }}
        />
      )}
      {filters.map(({ field, label, all, choices, read = String }) => (
        <TextField
          key={field}
          select
          size="small"
          label={label}
          value={textOf(chosen[field])}
          onChange={(event) => {
            const choice = event.target.value;
            choose({ ...chosen, [field]: choice && read(choice) });
          }}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          sx={{ flex: { xs: '1 1 140px', md: 'none' }, minWidth: 140 }}
        >
          <option value="">{all}</option>
          {Object.entries(choices).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </TextField>
      ))}
      {!wide && <SortChoice columns={columns} />}
    </Box>
  );
}

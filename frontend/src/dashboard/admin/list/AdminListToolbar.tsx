import SearchIcon from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useListContext } from 'react-admin';
import type { RaRecord } from 'react-admin';
import type { FilterValues, AdminListOptions } from './adminListOptions';
import { SortChoice } from './SortChoice';

const TYPING_MS = 300;

const textOf = (value: FilterValues[string] | undefined) => String(value ?? '');

type AdminListToolbarProps<R extends RaRecord> = AdminListOptions<R> & { wide: boolean };

export function AdminListToolbar<R extends RaRecord>({
  search,
  filters = [],
  columns,
  wide,
}: AdminListToolbarProps<R>) {
  const list = useListContext<R>();
  const filterValues = list.filterValues as FilterValues;
  const { setFilters } = list;
  const [text, setText] = useState('');
  const wanted = text.trim();
  const asked = textOf(filterValues.q);

  useEffect(() => {
    if (wanted === asked) return;
    const timer = setTimeout(() => {
      setFilters({ ...filterValues, q: wanted });
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [wanted, asked, filterValues, setFilters]);

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
          value={textOf(filterValues[field])}
          onChange={(event) => {
            const choice = event.target.value;
            setFilters({ ...filterValues, q: wanted, [field]: choice && read(choice) });
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

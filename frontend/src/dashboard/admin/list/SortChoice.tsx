import TextField from '@mui/material/TextField';
import { useListContext } from 'react-admin';
import type { Column } from './adminListOptions';
import { TEXTS } from './texts';

interface SortChoiceProps {
  columns: Pick<Column<never>, 'label' | 'sort'>[];
}

/** Sorting where there are no column headers. */
export function SortChoice({ columns }: SortChoiceProps) {
  const { sort, setSort } = useListContext();
  return (
    <TextField
      select
      size="small"
      label={TEXTS.sortBy}
      value={`${sort.field} ${sort.order}`}
      onChange={(event) => {
        const [field = '', order] = event.target.value.split(' ');
        setSort({ field, order: order === 'ASC' ? 'ASC' : 'DESC' });
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ flex: '1 1 140px' }}
    >
      {sort.field === 'id' && <option value={`id ${sort.order}`}>{TEXTS.newest}</option>}
      {columns.flatMap(({ label, sort: field }) =>
        field
          ? [
              <option key={`${field} ASC`} value={`${field} ASC`}>
                {TEXTS.ascending(label)}
              </option>,
              <option key={`${field} DESC`} value={`${field} DESC`}>
                {TEXTS.descending(label)}
              </option>,
            ]
          : [],
      )}
    </TextField>
  );
}

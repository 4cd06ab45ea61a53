import TextField from '@mui/material/TextField';
import { useListContext } from 'react-admin';
import type { Column } from './adminListOptions';

interface SortChoiceProps {
  columns: Pick<Column<never>, 'label' | 'sort'>[];
}

/** Where there is no table, there is no head of a column to sort by. */
export function SortChoice({ columns }: SortChoiceProps) {
  const { sort, setSort } = useListContext();
  return (
    <TextField
      select
      size="small"
      label="Sort by"
      value={`${sort.field} ${sort.order}`}
      onChange={(event) => {
        const [field = '', order] = event.target.value.split(' ');
        setSort({ field, order: order === 'ASC' ? 'ASC' : 'DESC' });
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ flex: '1 1 140px' }}
    >
      {sort.field === 'id' && <option value={`id ${sort.order}`}>Newest</option>}
      {columns.flatMap(({ label, sort: field }) =>
        field
          ? [
              <option key={`${field} ASC`} value={`${field} ASC`}>
                {label}, ascending
              </option>,
              <option key={`${field} DESC`} value={`${field} DESC`}>
                {label}, descending
              </option>,
            ]
          : [],
      )}
    </TextField>
  );
}

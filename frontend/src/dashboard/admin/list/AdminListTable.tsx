import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useListContext } from 'react-admin';
import type { RaRecord } from 'react-admin';
import type { Column, AdminListOptions } from './adminListOptions';
import { TEXTS } from './texts';

export type ListProps<R extends RaRecord> = AdminListOptions<R> & { records: R[] };

const NAME_WIDTH = 200;

/** Width of a table with these columns, in pixels. */
export const widthOf = <R extends RaRecord>(
  { actions, ...all }: AdminListOptions<R>,
  columns = all.columns,
) => columns.reduce((sum, { width = NAME_WIDTH }) => sum + width, actions?.width ?? 0);

export function AdminListTable<R extends RaRecord>(props: ListProps<R>) {
  const { title, columns, actions, records } = props;
  return (
    <Table aria-label={title} sx={{ tableLayout: 'fixed', '& td': { py: 1.25, typography: 'body1' } }}>
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <Head key={column.label} column={column} />
          ))}
          {actions && (
            <TableCell align="right" sx={{ width: actions.width }}>
              {TEXTS.actions}
            </TableCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {records.map((record) => (
          <TableRow key={record.id} sx={{ '&:last-child td': { borderBottom: 1, borderColor: 'divider' } }}>
            {columns.map((column) => (
              <TableCell
                key={column.label}
                align={column.align}
                sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
              >
                {column.cell(record)}
              </TableCell>
            ))}
            {actions && <TableCell align="right">{actions.cell(record)}</TableCell>}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Head<R>({ column }: { column: Column<R> }) {
  const { sort, setSort } = useListContext();
  const { label, sort: field, align } = column;
  const sorted = field !== undefined && sort.field === field;
  const direction = sort.order === 'ASC' ? 'asc' : 'desc';
  return (
    <TableCell align={align} sortDirection={sorted && direction} sx={{ width: column.width }}>
      {field ? (
        <TableSortLabel
          active={sorted}
          direction={sorted ? direction : 'asc'}
          onClick={() => {
            setSort({ field, order: sorted && sort.order === 'ASC' ? 'DESC' : 'ASC' });
          }}
        >
          {label}
        </TableSortLabel>
      ) : (
        label
      )}
    </TableCell>
  );
}

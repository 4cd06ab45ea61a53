import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { beginning } from '../captionText';
import { columnsOf, fromTable } from './captionList';
import type { Table } from './captionList';
import { TEXTS } from './texts';

const SHOWN = 4;

interface TableChoicesProps {
  table: Table;
  change: (table: Table) => void;
}

/** Chooses the column of the captions, with a preview. */
export function TableChoices({ table, change }: TableChoicesProps) {
  const columns = useMemo(() => columnsOf(table), [table]);
  const { captions } = useMemo(() => fromTable(table), [table]);
  return (
    <>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {columns.length > 1 && (
          <TextField
            select
            label={TEXTS.column}
            value={table.column}
            onChange={(event) => {
              change({ ...table, column: Number(event.target.value) });
            }}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            {columns.map((name, n) => (
              <option key={n} value={n}>
                {name}
              </option>
            ))}
          </TextField>
        )}
        <FormControlLabel
          label={TEXTS.firstRowIsHeading}
          control={
            <Checkbox
              checked={table.headed}
              onChange={(event) => {
                change({ ...table, headed: event.target.checked });
              }}
            />
          }
        />
      </Box>
      {captions.length > 0 ? (
        <Box
          component="ol"
          aria-label={TEXTS.firstCaptions}
          sx={{ listStyle: 'none', m: 0, px: 2, py: 1, borderRadius: 1, bgcolor: 'sunken' }}
        >
          {captions.slice(0, SHOWN).map((caption, n) => (
            <Typography component="li" key={n} noWrap dir="auto" sx={{ py: 0.5 }}>
              {beginning(caption)}
            </Typography>
          ))}
          {captions.length > SHOWN && (
            <Typography component="li" sx={{ py: 0.5, color: 'text.secondary' }}>
              {TEXTS.andMore((captions.length - SHOWN).toLocaleString('en-US'))}
            </Typography>
          )}
        </Box>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{TEXTS.emptyColumn}</Typography>
      )}
    </>
  );
}

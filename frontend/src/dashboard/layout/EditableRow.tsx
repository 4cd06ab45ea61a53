import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState, type ReactNode } from 'react';
import { useKeptInput } from '../../keptInput';
import { TEXTS } from './texts';
import type { HoldRow } from './useHeldRows';

interface EditableRowProps<Row> {
  row: Row;
  hold: HoldRow<Row>;
  /** Identifies the row among rows of every kind. */
  of: string;
  /** The row's name in the accessible names of its buttons. */
  name: string;
  read: (actions: ReactNode) => ReactNode;
  edit: (close: () => void) => ReactNode;
  /** The confirmation of its deletion. */
  remove: (close: () => void) => ReactNode;
}

/** A list entry with inline editing. */
export function EditableRow<Row>({ row, hold, of, name, read, edit, remove }: EditableRowProps<Row>) {
  const [mode, setMode] = useKeptInput<'read' | 'edit' | 'edited'>(`row of ${of}`, 'read');
  const [deleting, setDeleting] = useState(false);
  const isEdited = mode === 'edit';
  useEffect(() => {
    if (!isEdited) return undefined;
    hold(row, true);
    return () => {
      hold(row, false);
    };
  }, [isEdited, row, hold]);
  const actions = (
    <Box sx={{ gridArea: 'actions', display: 'flex', gap: 1 }}>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        // Returns the focus to the button after editing.
        autoFocus={mode === 'edited'}
        aria-label={TEXTS.editNamed(name)}
        onClick={() => {
          setMode('edit');
        }}
      >
        {TEXTS.edit}
      </Button>
      <Button
        size="small"
        color="error"
        aria-label={TEXTS.deleteNamed(name)}
        onClick={() => {
          setDeleting(true);
        }}
      >
        {TEXTS.delete}
      </Button>
    </Box>
  );
  return (
    <Box component="li" sx={{ p: 2, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {isEdited
        ? edit(() => {
            setMode('edited');
          })
        : read(actions)}
      {deleting &&
        remove(() => {
          setDeleting(false);
        })}
    </Box>
  );
}

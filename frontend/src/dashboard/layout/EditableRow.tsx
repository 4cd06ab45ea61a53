import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { useKeptInput } from '../../keptInput';

interface EditableRowProps {
  /** Which one it is, among rows of every kind. */
  of: string;
  /** What assistive technology calls the row in its buttons' names. */
  name: string;
  read: (actions: ReactNode) => ReactNode;
  edit: (close: () => void) => ReactNode;
  /** The question before it is deleted. */
  remove: (close: () => void) => ReactNode;
}

/** One entry of a list, to read or to edit in its place. */
export function EditableRow({ of, name, read, edit, remove }: EditableRowProps) {
  const [mode, setMode] = useKeptInput<'read' | 'edit' | 'edited'>(`row of ${of}`, 'read');
  const [deleting, setDeleting] = useState(false);
  const actions = (
    <Box sx={{ gridArea: 'actions', display: 'flex', gap: 1 }}>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        // The focus comes back to where it was before editing.
        autoFocus={mode === 'edited'}
        aria-label={`Edit ${name}`}
        onClick={() => {
          setMode('edit');
        }}
      >
        Edit
      </Button>
      <Button
        size="small"
        color="error"
        aria-label={`Delete ${name}`}
        onClick={() => {
          setDeleting(true);
        }}
      >
        Delete
      </Button>
    </Box>
  );
  return (
    <Box component="li" sx={{ p: 2, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {mode === 'edit'
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

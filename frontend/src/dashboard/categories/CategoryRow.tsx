import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Category } from '../../types';
import { StatusChip } from '../posts/StatusChip';
import { DeleteCategory } from './DeleteCategory';
import { EditCategory } from './EditCategory';

/** One category, to read or to edit. */
export function CategoryRow({ category }: { category: Category }) {
  const [mode, setMode] = useState<'read' | 'edit' | 'edited'>('read');
  return (
    <Box component="li" sx={{ p: 2, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {mode === 'edit' ? (
        <EditCategory
          category={category}
          close={() => {
            setMode('edited');
          }}
        />
      ) : (
        <Reading
          category={category}
          focusEdit={mode === 'edited'}
          edit={() => {
            setMode('edit');
          }}
        />
      )}
    </Box>
  );
}

interface ReadingProps {
  category: Category;
  /** Where the focus goes back to after editing. */
  focusEdit: boolean;
  edit: () => void;
}

function Reading({ category, focusEdit, edit }: ReadingProps) {
  const { name, description, is_active } = category;
  const [deleting, setDeleting] = useState(false);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          <StatusChip status={is_active ? 'active' : 'inactive'} />
        </Box>
        {description && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, maxWidth: 720 }}>
            {description}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          autoFocus={focusEdit}
          aria-label={`Edit ${name}`}
          onClick={edit}
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
      {deleting && (
        <DeleteCategory
          category={category}
          close={() => {
            setDeleting(false);
          }}
        />
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Category } from '../../types';
import { EditableRow } from '../layout/EditableRow';
import type { HoldRow } from '../layout/useHeldRows';
import { StatusChip } from '../layout/StatusChip';
import { DeleteCategory } from './DeleteCategory';
import { EditCategory } from './EditCategory';

/** One category, to read or to edit. */
export function CategoryRow({ category, hold }: { category: Category; hold: HoldRow<Category> }) {
  const { name, description, is_active } = category;
  return (
    <EditableRow
      row={category}
      hold={hold}
      of={`category ${category.id}`}
      name={name}
      edit={(close) => <EditCategory category={category} close={close} />}
      remove={(close) => <DeleteCategory category={category} close={close} />}
      read={(actions) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
          <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
              <Typography dir="auto" sx={{ fontWeight: 600 }}>
                {name}
              </Typography>
              <StatusChip status={is_active ? 'active' : 'inactive'} />
            </Box>
            {description && (
              <Typography dir="auto" variant="body2" sx={{ color: 'text.secondary', mt: 0.5, maxWidth: 720 }}>
                {description}
              </Typography>
            )}
          </Box>
          {actions}
        </Box>
      )}
    />
  );
}

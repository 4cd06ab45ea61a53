import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useListContext } from 'react-admin';
import type { FilterValues, GridOptions } from './grid';

/** There is nothing yet, or nothing that was asked for. */
export function NothingFound({ icon: Icon, text, next }: GridOptions<never>['empty']) {
  const filterValues = useListContext().filterValues as FilterValues;
  const filtered = Object.keys(filterValues).length > 0;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 6, px: 2, textAlign: 'center' }}>
      <Box
        sx={{
          width: 56,
          height: 56,
          mb: 1,
          borderRadius: '50%',
          display: 'grid',
          placeContent: 'center',
          bgcolor: 'brandTint',
          color: 'primary.main',
        }}
      >
        <Icon />
      </Box>
      <Typography variant="h2">{filtered ? 'Nothing matches' : text}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {filtered ? 'Try another word, or take the filters away.' : next}
      </Typography>
    </Box>
  );
}

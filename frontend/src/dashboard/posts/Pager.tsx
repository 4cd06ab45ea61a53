import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useListContext } from 'react-admin';

export function Pager() {
  const { page, perPage, total = 0, data = [], setPage, hasNextPage, hasPreviousPage } = useListContext();
  const from = (page - 1) * perPage + 1;
  return (
    <Box
      component="nav"
      aria-label="Pages"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
        px: 2,
        py: 1.5,
      }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        Showing {from} to {from + data.length - 1} of {total} results
      </Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={!hasPreviousPage}
          onClick={() => {
            setPage(page - 1);
          }}
        >
          Previous
        </Button>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={!hasNextPage}
          onClick={() => {
            setPage(page + 1);
          }}
        >
          Next
        </Button>
      </Box>
    </Box>
  );
}

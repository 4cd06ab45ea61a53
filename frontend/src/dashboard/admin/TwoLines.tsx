import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface TwoLinesProps {
  first: ReactNode;
  second?: ReactNode;
  /** The first line names the record. */
  strong?: boolean;
}

/** A value, and under it what is said more quietly. */
export function TwoLines({ first, second, strong = false }: TwoLinesProps) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="div" sx={{ fontWeight: strong ? 600 : 400, overflowWrap: 'anywhere' }}>
        {first}
      </Typography>
      {second && (
        <Typography
          component="div"
          variant="body2"
          sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {second}
        </Typography>
      )}
    </Box>
  );
}

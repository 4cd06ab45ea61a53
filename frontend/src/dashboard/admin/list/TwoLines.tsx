import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface TwoLinesProps {
  first: ReactNode;
  second?: ReactNode;
  /** The first line names the record. */
  strong?: boolean;
  /** Truncates the second line. */
  cut?: boolean;
}

/** A value with a secondary line below. */
export function TwoLines({ first, second, strong = false, cut = false }: TwoLinesProps) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="div" sx={{ fontWeight: strong ? 600 : 400, overflowWrap: 'anywhere' }}>
        {first}
      </Typography>
      {second && (
        <Typography
          component="div"
          variant="body2"
          noWrap={cut}
          title={cut && typeof second === 'string' ? second : undefined}
          sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {second}
        </Typography>
      )}
    </Box>
  );
}

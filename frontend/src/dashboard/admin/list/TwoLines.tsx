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
    // Below its heading and above the other values, whatever its script.
    <Box sx={{ minWidth: 0, textAlign: 'left' }}>
      <Typography
        component="div"
        dir="auto"
        sx={{ fontWeight: strong ? 600 : 400, overflowWrap: 'anywhere' }}
      >
        {first}
      </Typography>
      {second && (
        <Typography
          component="div"
          dir="auto"
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

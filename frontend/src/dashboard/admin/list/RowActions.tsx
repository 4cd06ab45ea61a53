import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The actions of one record, side by side. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 0.5,
      '& .MuiButton-root': { whiteSpace: 'nowrap' },
    }}
  >
    {children}
  </Box>
);

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTitle } from '../../title';

interface ScreenProps {
  title: string;
  lead?: ReactNode;
  /** The one primary action. */
  action?: ReactNode;
  children: ReactNode;
}

export function Screen({ title, lead, action, children }: ScreenProps) {
  useTitle(title);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3, minHeight: 36 }}>
        <Box sx={{ flex: 1, minWidth: 'min(100%, 240px)' }}>
          <Typography variant="h1">{title}</Typography>
          {lead && <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{lead}</Typography>}
        </Box>
        {action}
      </Box>
      {children}
    </>
  );
}

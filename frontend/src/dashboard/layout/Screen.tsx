import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTitle } from '../../title';
import { TOAST_LANE } from '../../toastLane';
import { SMALL } from './sizes';
import { ThumbAction } from './ThumbAction';

interface ScreenProps {
  title: string;
  lead?: ReactNode;
  /** The one primary action. */
  action?: ReactNode;
  /** Shown at the bottom of a phone. */
  thumb?: ReactNode;
  children: ReactNode;
}

export function Screen({ title, lead, action, thumb, children }: ScreenProps) {
  useTitle(title);
  return (
    <>
      <Box
        className={TOAST_LANE}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 2,
          mb: 3,
          minHeight: 36,
          [SMALL]: { mb: 2 },
        }}
      >
        <Box sx={{ flex: 1, minWidth: 'min(100%, 240px)' }}>
          <Typography variant="h1">{title}</Typography>
          {lead && <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{lead}</Typography>}
        </Box>
        {action}
      </Box>
      {children}
      {thumb && <ThumbAction>{thumb}</ThumbAction>}
    </>
  );
}

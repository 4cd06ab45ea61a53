import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { ReactNode } from 'react';

interface PanelProps {
  title: ReactNode;
  aside?: ReactNode;
  /** h3 below a common heading. */
  level?: 'h2' | 'h3';
  children: ReactNode;
}

/** A card with a heading. */
export function Panel({ title, aside, level = 'h2', children }: PanelProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, overflow: 'visible' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 2 }}>
        <Typography id={id} component={level} variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Card>
  );
}

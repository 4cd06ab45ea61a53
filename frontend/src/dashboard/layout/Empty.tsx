import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ElementType, ReactNode } from 'react';

interface EmptyProps {
  icon: ElementType;
  text: string;
  /** The next action. */
  children?: ReactNode;
}

/** Empty state: an icon, one sentence, the next action. */
export function Empty({ icon: Icon, text, children }: EmptyProps) {
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
      <Typography variant="h2">{text}</Typography>
      {children && (
        <Box sx={{ color: 'text.secondary', typography: 'body1', maxWidth: 480, textWrap: 'balance' }}>
          {children}
        </Box>
      )}
    </Box>
  );
}

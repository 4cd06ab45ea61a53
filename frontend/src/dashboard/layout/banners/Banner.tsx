import Box from '@mui/material/Box';
import type { ElementType, ReactNode } from 'react';
import type { Tone } from '../../muiTheme';

interface BannerProps {
  tone: Tone;
  icon: ElementType;
  title?: string;
  action?: ReactNode;
  children: ReactNode;
}

/** One line with its action, above the content. */
export function Banner({ tone, icon: Icon, title, action, children }: BannerProps) {
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        px: 2,
        py: 1.25,
        borderRadius: 1.25,
        bgcolor: `tones.${tone}.tint`,
        color: `tones.${tone}.text`,
        '& a, & button': { color: 'inherit', fontWeight: 600, whiteSpace: 'nowrap' },
        '& code': { fontSize: 13, fontWeight: 600, overflowWrap: 'anywhere', userSelect: 'all' },
      }}
    >
      <Box sx={{ display: 'flex', gap: 1.5, flex: '1 1 280px', minWidth: 0 }}>
        <Icon fontSize="small" sx={{ flex: 'none' }} />
        <Box sx={{ minWidth: 0 }}>
          {title && <strong>{title}</strong>}
          {title && ' '}
          {children}
        </Box>
      </Box>
      {action}
    </Box>
  );
}

import Box from '@mui/material/Box';
import type { ElementType, ReactNode } from 'react';
import type { Tone } from '../../muiTheme';
import { SMALL } from '../../layout/sizes';

interface BannerProps {
  tone: Tone;
  icon: ElementType;
  title?: string;
  action?: ReactNode;
  children: ReactNode;
}

/** One line above the content. The action follows the text, since toasts would cover the right edge. */
export function Banner({ tone, icon: Icon, title, action, children }: BannerProps) {
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        gap: 1.5,
        px: 2,
        py: 1.25,
        typography: 'body1',
        borderRadius: 1.25,
        bgcolor: `tones.${tone}.tint`,
        color: `tones.${tone}.text`,
        '& a, & button': { color: 'inherit', fontWeight: 600, whiteSpace: 'nowrap' },
        [SMALL]: TIGHT,
        '& code': { fontSize: 13, fontWeight: 600, overflowWrap: 'anywhere', userSelect: 'all' },
      }}
    >
      <Icon fontSize="small" sx={{ flex: 'none', [SMALL]: { display: 'none' } }} />
      <Box sx={LINE}>
        <Box sx={{ minWidth: 0, [SMALL]: { display: 'inline', mr: 1 } }}>
          {title && <strong>{title}</strong>}
          {title && ' '}
          {children}
        </Box>
        {action && <Box sx={{ flex: 'none', [SMALL]: { display: 'inline' } }}>{action}</Box>}
      </Box>
    </Box>
  );
}

/** An action that does not fit stands below the text, not below the icon. */
const LINE = {
  minWidth: 0,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  [SMALL]: { display: 'inline' },
};

/** On small screens text and action flow as one paragraph, to save height. */
const TIGHT = { display: 'block', px: 1.5, py: 0.5, fontSize: 13, lineHeight: '20px' };

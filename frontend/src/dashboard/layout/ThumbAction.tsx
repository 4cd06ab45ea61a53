import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { PHONE } from './sizes';

/** The primary action of a screen, within thumb reach on a phone. */
export function ThumbAction({ children }: { children: ReactNode }) {
  return (
    <>
      <Box aria-hidden="true" sx={ROOM} />
      <Box className="thumb-action" sx={BAR}>
        {children}
      </Box>
    </>
  );
}

const HEIGHT = 'calc(69px + env(safe-area-inset-bottom))';

/** Spacer, so that the end of the screen can scroll above the bar. */
const ROOM = { display: 'none', [PHONE]: { display: 'block', height: HEIGHT } };

const TYPING = ':is(input:not([type=checkbox], [type=radio], [type=file]), textarea):focus';

const BAR = {
  display: 'none',
  [PHONE]: {
    display: 'block',
    position: 'fixed',
    zIndex: 'appBar',
    insetInline: 0,
    bottom: 0,
    height: HEIGHT,
    px: 2,
    pt: 1.5,
    bgcolor: 'background.paper',
    borderTop: 1,
    borderColor: 'divider',
    '& > *': { width: '100%', minHeight: 44 },
    // Hidden behind dialogs and the selection bar, and while the keyboard is open.
    [`body:has([role=dialog], [role=alertdialog], .selection-bar, ${TYPING}) &`]: { display: 'none' },
  },
};

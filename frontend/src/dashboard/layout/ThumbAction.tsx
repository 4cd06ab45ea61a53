import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { PHONE } from './sizes';

/** The one primary action of a screen, where the thumb of a hand that holds a phone reaches it. */
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

/** The end of the screen can be scrolled above the bar. */
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
    // What is in front has actions of its own; and above a keyboard there is no room.
    [`body:has([role=dialog], [role=alertdialog], .selection-bar, ${TYPING}) &`]: { display: 'none' },
  },
};

import CloseIcon from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface OverlayProps {
  title: string;
  close: () => void;
  /** At most, of the line with the title. */
  width: string;
  children: ReactNode;
}

/** As much as the margin of dialogs leaves. */
const MOST = 'calc(100% - 32px)';

/** A video or photo large over the screen, with its title and a button to close it. */
export function Overlay({ title, close, width, children }: OverlayProps) {
  return (
    <Dialog
      open
      onClose={close}
      maxWidth={false}
      aria-labelledby="overlay-title"
      slotProps={{ paper: { sx: { width: 'auto', maxWidth: MOST, maxHeight: MOST } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 2, pr: 1, py: 1, maxWidth: width }}>
        <Typography id="overlay-title" variant="h2" noWrap title={title} sx={{ flex: 1 }}>
          {title}
        </Typography>
        <IconButton aria-label="Close" onClick={close}>
          <CloseIcon />
        </IconButton>
      </Box>
      {children}
    </Dialog>
  );
}

import CloseIcon from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { TEXTS } from './texts';

interface OverlayProps {
  title: string;
  close: () => void;
  /** Maximum width of the title line. */
  width: string;
  children: ReactNode;
}

/** The size that the margin of dialogs leaves. */
const MOST = 'calc(100% - 32px)';

/** A large video or photo with its title and a close button. */
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
        <Typography id="overlay-title" variant="h2" noWrap dir="auto" title={title} sx={{ flex: 1 }}>
          {title}
        </Typography>
        <IconButton aria-label={TEXTS.close} onClick={close}>
          <CloseIcon />
        </IconButton>
      </Box>
      {children}
    </Dialog>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { SharedVideo } from '../../types';
import { LibraryBrowser } from '../posts/library/LibraryBrowser';
import { TEXTS } from './texts';

interface LibraryDialogProps {
  choose: (video: SharedVideo) => void;
  close: () => void;
}

/** Chooses one video of the shared library. */
export function LibraryDialog({ choose, close }: LibraryDialogProps) {
  return (
    <Dialog open onClose={close} maxWidth="md" fullWidth aria-labelledby="library-title">
      <DialogTitle id="library-title" sx={{ px: { xs: 2, sm: 3 } }}>
        {TEXTS.sharedVideos}
      </DialogTitle>
      <DialogContent sx={{ p: 0 }}>
        <Typography sx={{ color: 'text.secondary', px: { xs: 2, sm: 3 } }}>{TEXTS.sharedHint}</Typography>
        <Box sx={{ px: { sm: 1 } }}>
          <LibraryBrowser chosen={{ has: () => false, toggle: choose }} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close}>
          {TEXTS.cancel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

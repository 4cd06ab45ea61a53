import ExpandIcon from '@mui/icons-material/ExpandMoreRounded';
import LibraryIcon from '@mui/icons-material/VideoLibraryOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { Suspense, useId, useState } from 'react';
import { lazyPart } from '../../../lazyPart';

const LibraryPanel = lazyPart(() =>
  import('./LibraryPanel').then((part) => ({ default: part.LibraryPanel })),
);

/** One line until it is opened; the library's part comes only then. */
export function LibrarySection({ subscriptionRequired }: { subscriptionRequired: () => void }) {
  const [open, setOpen] = useState(false);
  const title = useId();
  const panel = useId();
  return (
    <Card component="section" aria-labelledby={title} sx={{ mt: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 1.5 }}>
        <LibraryIcon sx={{ color: 'primary.main' }} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={title} variant="h2">
            Shared videos
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Ready to post, and they take none of your storage.
          </Typography>
        </Box>
        <Button
          variant="outlined"
          color="inherit"
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          endIcon={<ExpandIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
          onClick={() => {
            setOpen(!open);
          }}
          sx={{ flex: 'none' }}
        >
          {open ? 'Close' : 'Browse'}
        </Button>
      </Box>
      {open && (
        <Box id={panel} sx={{ borderTop: 1, borderColor: 'divider' }}>
          <Suspense fallback={<Opening />}>
            <LibraryPanel subscriptionRequired={subscriptionRequired} />
          </Suspense>
        </Box>
      )}
    </Card>
  );
}

const Opening = () => (
  <Box role="status" aria-label="Loading" sx={{ display: 'grid', placeContent: 'center', height: 240 }}>
    <CircularProgress size={24} />
  </Box>
);

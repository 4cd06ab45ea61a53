import ExpandIcon from '@mui/icons-material/ExpandMoreRounded';
import LibraryIcon from '@mui/icons-material/VideoLibraryOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { Suspense, useId, useState } from 'react';
import { lazyPart } from '../../../lazyPart';
import { TEXTS } from './texts';

const LibraryPanel = lazyPart(() =>
  import('./LibraryPanel').then((part) => ({ default: part.LibraryPanel })),
);

/** One line until opened; only then the library's code loads. */
export function LibrarySection({ subscriptionRequired }: { subscriptionRequired: () => void }) {
  const [open, setOpen] = useState(false);
  const title = useId();
  const panel = useId();
  return (
    <Card component="section" aria-labelledby={title} sx={{ mt: 2, overflow: 'visible' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 1.5 }}>
        <LibraryIcon sx={{ color: 'primary.main' }} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={title} variant="h2">
            {TEXTS.sharedVideos}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {TEXTS.lead}
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
          {open ? TEXTS.close : TEXTS.browse}
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
  <Box role="status" aria-label={TEXTS.loading} sx={{ display: 'grid', placeContent: 'center', height: 240 }}>
    <CircularProgress size={24} />
  </Box>
);

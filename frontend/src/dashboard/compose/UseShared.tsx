import LibraryIcon from '@mui/icons-material/VideoLibraryOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { lazyPart } from '../../lazyPart';
import { canUseSharedVideos } from '../../roles';
import { useUser } from '../queries';
import { OpenedPart } from '../layout/OpenedPart';
import { TEXTS } from './texts';
import type { PostFields } from './useComposer';

const LibraryDialog = lazyPart(() =>
  import('./LibraryDialog').then((part) => ({ default: part.LibraryDialog })),
);

/** A video of the shared library instead of a file, for those who may use it. Only then the library's code loads. */
export function UseShared({ composer: { post, store, change } }: { composer: PostFields }) {
  const [isOpen, setOpen] = useState(false);
  if (!canUseSharedVideos(useUser())) return null;
  const close = () => {
    setOpen(false);
  };
  return (
    <Box sx={{ textAlign: 'center', px: 2, pb: 1.5 }}>
      <Button
        color="inherit"
        startIcon={<LibraryIcon />}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        {TEXTS.useShared}
      </Button>
      {isOpen && (
        <OpenedPart close={close}>
          <LibraryDialog
            close={close}
            choose={(video) => {
              store.share(video);
              // Its own words are better than none.
              change(post.text.trim() ? {} : { text: video.description ?? '' }, 'files');
              close();
            }}
          />
        </OpenedPart>
      )}
    </Box>
  );
}

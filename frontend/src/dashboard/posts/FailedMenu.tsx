import MoreIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Suspense, useState } from 'react';
import type { Post } from '../../types';
import type { OpenPostDialog } from './postDialog';
import { lazyPart } from '../../lazyPart';
import { TEXTS } from './texts';

const FailedChoices = lazyPart(() =>
  import('./FailedChoices').then((part) => ({ default: part.FailedChoices })),
);

interface FailedMenuProps {
  post: Post;
  open: OpenPostDialog;
  busy: boolean;
  unschedule: () => void;
}

/** Further actions on a failed post. */
export function FailedMenu({ post, open, busy, unschedule }: FailedMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => {
    setAnchor(null);
  };
  return (
    <>
      <Tooltip title={TEXTS.more}>
        <IconButton
          size="small"
          aria-label={TEXTS.moreFor(post.title)}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          disabled={busy}
          onClick={(event) => {
            setAnchor(event.currentTarget);
          }}
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {anchor && (
        <Suspense fallback={null}>
          <FailedChoices post={post} open={open} unschedule={unschedule} anchor={anchor} close={close} />
        </Suspense>
      )}
    </>
  );
}

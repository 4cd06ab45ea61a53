import MoreIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import type { Post } from '../../types';
import { OpenedPart } from '../layout/OpenedPart';
import type { OpenPostDialog } from './postDialog';
import type { usePostActions } from './usePostActions';
import { lazyPart } from '../../lazyPart';
import { TEXTS } from './texts';

const PostChoices = lazyPart(() => import('./PostChoices').then((part) => ({ default: part.PostChoices })));

export const postMenuReady = PostChoices.ready;

interface PostMenuProps {
  post: Post;
  open: OpenPostDialog;
  actions: ReturnType<typeof usePostActions>;
}

/** Further actions on a post. */
export function PostMenu({ post, open, actions }: PostMenuProps) {
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
          disabled={[actions.unschedule, actions.hold, actions.duplicate].some(({ isPending }) => isPending)}
          onClick={(event) => {
            setAnchor(event.currentTarget);
          }}
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {anchor && (
        <OpenedPart close={close}>
          <PostChoices post={post} open={open} actions={actions} anchor={anchor} close={close} />
        </OpenedPart>
      )}
    </>
  );
}

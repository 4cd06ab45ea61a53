import type { Post } from '../../types';
import { DeleteQuestion } from '../layout/DeleteQuestion';
import { useChannel } from './ChannelContext';
import { usePostActions } from './usePostActions';
import { WhatIsLost } from './WhatIsLost';

interface DeleteDialogProps {
  post: Post;
  close: () => void;
  deleted: () => void;
}

export function DeleteDialog({ post, close, deleted }: DeleteDialogProps) {
  const { texts } = useChannel();
  const { remove } = usePostActions();
  return (
    <DeleteQuestion noun={texts.one} what={post} removal={remove} close={close} deleted={deleted}>
      <WhatIsLost post={post} />
    </DeleteQuestion>
  );
}

import { reasonOf } from '../../api';
import { megabytes } from '../../format';
import type { Post } from '../../types';
import { Confirmation } from '../layout/Confirmation';
import { useChannel } from './ChannelContext';
import { usePostActions } from './usePostActions';

interface DeleteDialogProps {
  post: Post;
  close: () => void;
  deleted: () => void;
}

export function DeleteDialog({ post, close, deleted }: DeleteDialogProps) {
  const { texts } = useChannel();
  const { remove } = usePostActions();
  return (
    <Confirmation
      title={`Delete this ${texts.one}?`}
      safe="Cancel"
      destructive={remove.isPending ? 'Deleting...' : 'Delete'}
      busy={remove.isPending}
      refusal={reasonOf(remove.error)}
      cancel={close}
      confirm={() => {
        remove.mutate(post, { onSuccess: deleted });
      }}
    >
      <strong>{post.title}</strong>{' '}
      {post.shared_video_id === null
        ? `and its file of ${megabytes(post.size_bytes)} MB will be gone for good`
        : 'will be gone; the video itself stays in the shared library'}
      {post.scheduled_for ? ', and it will not go out at its time.' : '.'}
    </Confirmation>
  );
}

import { reasonOf } from '../../api';
import { megabytes } from '../../format';
import type { Post } from '../../types';
import { Confirmation } from '../layout/Confirmation';
import { useChannel } from './ChannelContext';
import { usePostActions } from './usePostActions';

export function DeleteDialog({ post, close }: { post: Post; close: () => void }) {
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
        remove.mutate(post, { onSuccess: close });
      }}
    >
      <strong>{post.title}</strong> and its file of {megabytes(post.size_bytes)} MB will be gone for good
      {post.scheduled_for ? ', and it will not go out at its time.' : '.'}
    </Confirmation>
  );
}

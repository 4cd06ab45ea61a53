import type { Post } from '../../types';
import { useFocusOnClose } from '../layout/useFocusOnClose';
import { useFormat } from './FormatContext';
import { TimeDialog } from './TimeDialog';
import { usePostActions } from './usePostActions';

export function ScheduleDialog({ post, close }: { post: Post; close: () => void }) {
  const { texts } = useFormat();
  const { reschedule } = usePostActions();
  useFocusOnClose();
  return (
    <TimeDialog
      heading={texts.schedule}
      post={post}
      send={(time) => {
        reschedule.mutate({ id: post.id, time }, { onSuccess: close });
      }}
      busy={reschedule.isPending}
      error={reschedule.error}
      close={close}
    />
  );
}

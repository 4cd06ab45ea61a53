import { reasonOf } from '../../api';
import { megabytes } from '../../format';
import type { SharedVideo } from '../../types';
import { Confirmation } from '../layout/Confirmation';
import { useLibraryActions } from './useLibraryActions';

export function DeleteSharedVideo({ video, close }: { video: SharedVideo; close: () => void }) {
  const { remove } = useLibraryActions();
  return (
    <Confirmation
      title="Delete this shared video?"
      safe="Cancel"
      destructive={remove.isPending ? 'Deleting...' : 'Delete'}
      busy={remove.isPending}
      refusal={reasonOf(remove.error)}
      cancel={close}
      confirm={() => {
        remove.mutate(video, { onSuccess: close });
      }}
    >
      <strong>{video.title}</strong> and its file of {megabytes(video.size_bytes)} MB leave the library for
      everybody. Posts that were made from it still go out.
    </Confirmation>
  );
}

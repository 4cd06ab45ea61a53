import { reasonOf } from '../../api';
import { megabytes } from '../../format';
import { Confirmation } from '../layout/Confirmation';
import { KINDS } from './kinds';
import { useRemove } from './useCalendar';
import type { KindOfPost } from './useCalendar';

export function RemoveDialog({ item, close }: { item: KindOfPost; close: () => void }) {
  const remove = useRemove();
  return (
    <Confirmation
      title={`Delete this ${KINDS[item.kind].noun}?`}
      safe="Cancel"
      destructive={remove.isPending ? 'Deleting...' : 'Delete'}
      busy={remove.isPending}
      refusal={reasonOf(remove.error)}
      cancel={close}
      confirm={() => {
        remove.mutate(item, { onSuccess: close });
      }}
    >
      <strong>{item.title}</strong>{' '}
      {item.shared_video_id === null
        ? `and its file of ${megabytes(item.size_bytes)} MB will be gone for good`
        : 'will be gone; the video itself stays in the shared library'}
      {item.scheduled_for ? ', and it will not go out at its time.' : '.'}
    </Confirmation>
  );
}

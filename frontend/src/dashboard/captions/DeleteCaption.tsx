import { reasonOf } from '../../api';
import type { Caption } from '../../types';
import { Confirmation } from '../layout/Confirmation';
import { beginning } from './captionText';
import { useCaptionActions } from './useCaptionActions';

export function DeleteCaption({ caption, close }: { caption: Caption; close: () => void }) {
  const { remove } = useCaptionActions();
  return (
    <Confirmation
      title="Delete this caption?"
      safe="Cancel"
      destructive={remove.isPending ? 'Deleting...' : 'Delete'}
      busy={remove.isPending}
      refusal={reasonOf(remove.error)}
      cancel={close}
      confirm={() => {
        remove.mutate(caption, { onSuccess: close });
      }}
    >
      <strong>{beginning(caption.content)}</strong> will be gone for good. Posts that it stands under keep it.
    </Confirmation>
  );
}

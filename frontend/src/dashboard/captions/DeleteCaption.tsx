import type { Caption } from '../../types';
import { DeleteQuestion } from '../layout/DeleteQuestion';
import { beginning } from './captionText';
import { useCaptionActions } from './useCaptionActions';

export function DeleteCaption({ caption, close }: { caption: Caption; close: () => void }) {
  const { remove } = useCaptionActions();
  return (
    <DeleteQuestion noun="caption" what={caption} removal={remove} close={close}>
      <strong dir="auto">{beginning(caption.content)}</strong> will be permanently deleted. Posts that use it
      keep it.
    </DeleteQuestion>
  );
}

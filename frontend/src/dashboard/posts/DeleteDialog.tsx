import type { Post } from '../../types';
import { DeleteQuestion } from '../layout/DeleteQuestion';
import { useFormat } from './FormatContext';
import { usePostActions } from './usePostActions';
import { DeletionWarning } from './DeletionWarning';

interface DeleteDialogProps {
  post: Post;
  close: () => void;
  /** Is told also when the dialog was closed meanwhile. */
  deleted: (id: number) => void;
}

export function DeleteDialog({ post, close, deleted }: DeleteDialogProps) {
  const { texts } = useFormat();
  const { remove } = usePostActions(deleted);
  return (
    <DeleteQuestion noun={texts.one} what={post} removal={remove} close={close}>
      <DeletionWarning post={post} />
    </DeleteQuestion>
  );
}

import { DeleteQuestion } from '../layout/DeleteQuestion';
import { DeletionWarning } from '../posts/DeletionWarning';
import { KINDS } from '../posts/kinds';
import { useRemove } from './useCalendar';
import type { PostWithKind } from './useCalendar';

export function DeleteEntryDialog({ item, close }: { item: PostWithKind; close: () => void }) {
  const remove = useRemove();
  return (
    <DeleteQuestion noun={KINDS[item.kind].texts.one} what={item} removal={remove} close={close}>
      <DeletionWarning post={item} />
    </DeleteQuestion>
  );
}

import { megabytes, plural } from '../../../format';
import type { Post } from '../../../types';
import { Confirmation } from '../../layout/Confirmation';
import { useFormat } from '../FormatContext';
import { useBulkActions } from './useBulkActions';
import { TEXTS } from './texts';

interface BulkDeleteDialogProps {
  posts: Post[];
  close: () => void;
  /** Receives the deleted ids, also if some deletions failed. */
  gone: (ids: number[]) => void;
}

const NAMED = 5;

export function BulkDeleteDialog({ posts, close, gone }: BulkDeleteDialogProps) {
  const { texts } = useFormat();
  const { remove, deleteRefusal } = useBulkActions();
  const many = plural(posts.length, texts.one, texts.many);
  const bytes = posts.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const timed = posts.filter(({ scheduled_for }) => scheduled_for).length;
  return (
    <Confirmation
      title={TEXTS.deleteQuestion(many)}
      safe={TEXTS.cancel}
      destructive={remove.isPending ? TEXTS.deleting : TEXTS.deleteMany(many)}
      busy={remove.isPending}
      refusal={deleteRefusal}
      cancel={close}
      confirm={() => {
        remove.mutate(posts, {
          onSuccess(answer) {
            gone(answer.gone);
            if (answer.failures.length === 0) close();
          },
        });
      }}
    >
      {posts.slice(0, NAMED).map(({ id, title }, n) => (
        <span key={id}>
          {n > 0 && ', '}
          <strong>{title}</strong>
        </span>
      ))}
      {posts.length > NAMED && ` and ${posts.length - NAMED} more`} will be permanently deleted
      {bytes > 0 && `, with ${megabytes(bytes)} MB of files`}.
      {timed > 0 && ` ${TEXTS.scheduledAmongThem(timed)}`}
    </Confirmation>
  );
}

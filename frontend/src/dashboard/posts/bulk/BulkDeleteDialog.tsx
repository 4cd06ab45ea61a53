import { megabytes, plural } from '../../../format';
import { reasonOf } from '../../../api';
import { Confirmation } from '../../layout/Confirmation';
import { useFormat } from '../FormatContext';
import { goesOutAsScheduled } from '../goesOutAsScheduled';
import type { BulkDialogProps } from './bulkDialogProps';
import { Refusals } from './Refusals';
import { useDialogChange } from './useDialogChange';
import { TEXTS } from './texts';

const NAMED = 5;

interface BulkDeleteDialogProps extends BulkDialogProps {
  /** How many more are selected, which stay. */
  failed: number;
}

export function BulkDeleteDialog({ posts, failed, close, changed }: BulkDeleteDialogProps) {
  const { texts } = useFormat();
  const { once, ...change } = useDialogChange({ close, changed });
  const refused = change.data?.refused ?? [];
  const many = plural(posts.length, texts.one, texts.many);
  const bytes = posts.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const timed = posts.filter(goesOutAsScheduled).length;
  return (
    <Confirmation
      title={TEXTS.deleteQuestion(many)}
      safe={TEXTS.cancel}
      destructive={change.isPending ? TEXTS.deleting : TEXTS.deleteMany(many)}
      busy={change.isPending}
      refusal={reasonOf(change.error) ?? (refused.length > 0 && <Refusals refused={refused} />)}
      cancel={close}
      confirm={() => {
        change.mutate({ posts, change: { action: 'delete' }, once });
      }}
    >
      {posts.slice(0, NAMED).map(({ id, title }, n) => (
        <span key={id}>
          {n > 0 && ', '}
          <strong dir="auto">{title}</strong>
        </span>
      ))}
      {posts.length > NAMED && ` and ${posts.length - NAMED} more`} will be permanently deleted
      {bytes > 0 && `, with ${megabytes(bytes)} MB of files`}.
      {timed > 0 && ` ${posts.length === 1 ? TEXTS.scheduledItself : TEXTS.scheduledAmongThem(timed)}`}
      {failed > 0 && ` ${TEXTS.failedStay(failed)}`}
    </Confirmation>
  );
}

import type { ReactNode } from 'react';
import { reasonOf } from '../../api';
import { Confirmation } from './Confirmation';

interface DeleteQuestionProps<T> {
  /** What kind of thing it is: `caption`. */
  noun: string;
  what: T;
  removal: {
    mutate: (what: T, options: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: unknown;
  };
  close: () => void;
  /** Instead of `close`, when it is gone. */
  deleted?: () => void;
  /** What will be lost. */
  children: ReactNode;
}

/** Asks before one thing is deleted, and deletes it. */
export function DeleteQuestion<T>(props: DeleteQuestionProps<T>) {
  const { noun, what, removal, close, deleted = close, children } = props;
  return (
    <Confirmation
      title={`Delete this ${noun}?`}
      safe="Cancel"
      destructive={removal.isPending ? 'Deleting...' : 'Delete'}
      busy={removal.isPending}
      refusal={reasonOf(removal.error)}
      cancel={close}
      confirm={() => {
        removal.mutate(what, { onSuccess: deleted });
      }}
    >
      {children}
    </Confirmation>
  );
}

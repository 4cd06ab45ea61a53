import type { ReactNode } from 'react';
import { reasonOf } from '../../api';
import { Confirmation } from './Confirmation';
import { TEXTS } from './texts';

interface DeleteQuestionProps<T> {
  /** For example `caption`. */
  noun: string;
  what: T;
  removal: {
    mutate: (what: T, options: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: unknown;
  };
  close: () => void;
  /** Says what will be lost. */
  children: ReactNode;
}

/** Asks before it deletes a record. */
export function DeleteQuestion<T>(props: DeleteQuestionProps<T>) {
  const { noun, what, removal, close, children } = props;
  return (
    <Confirmation
      title={TEXTS.deleteQuestion(noun)}
      safe={TEXTS.cancel}
      destructive={removal.isPending ? TEXTS.deleting : TEXTS.delete}
      busy={removal.isPending}
      refusal={reasonOf(removal.error)}
      cancel={close}
      confirm={() => {
        removal.mutate(what, { onSuccess: close });
      }}
    >
      {children}
    </Confirmation>
  );
}

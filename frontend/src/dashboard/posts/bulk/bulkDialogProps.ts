import type { Post } from '../../../types';
import type { Outcome } from './changeMany';

/** What a dialog about several posts is given. */
export interface BulkDialogProps {
  posts: readonly Post[];
  close: () => void;
  /** After an answer, also if some posts were refused or the dialog was closed before. */
  changed?: (outcome: Outcome, isClosed: boolean) => void;
}

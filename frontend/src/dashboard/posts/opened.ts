import type { Post } from '../../types';
import type { Selection } from './bulk/useSelection';

/** Which dialog is open over a list of posts, and for which post. */
export type Opened =
  { what: 'preview' | 'schedule' | 'edit' | 'delete' | 'history' | 'replace'; id: number } | undefined;

export type Open = (opened: NonNullable<Opened>) => void;

export interface ListProps {
  posts: Post[];
  open: Open;
  selection: Selection;
}

export interface PreviewProps {
  post: Pick<Post, 'title' | 'file_path'>;
  close: () => void;
}

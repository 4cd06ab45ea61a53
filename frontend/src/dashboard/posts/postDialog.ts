import type { Post } from '../../types';
import type { Selection } from './bulk/useSelection';

/** The open dialog of a list, and its post. */
export type PostDialogState =
  { what: 'preview' | 'schedule' | 'delete' | 'history' | 'replace' | 'move'; id: number } | undefined;

export type OpenPostDialog = (opened: NonNullable<PostDialogState>) => void;

export interface PostListProps {
  posts: Post[];
  open: OpenPostDialog;
  selection: Selection;
}

export interface PostPreviewProps {
  post: Pick<Post, 'title' | 'file_path'>;
  close: () => void;
}

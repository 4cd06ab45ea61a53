import { useCallback } from 'react';
import type { Post } from '../../types';
import { OpenedPart } from '../layout/OpenedPart';
import { usePreload } from '../layout/usePreload';
import { useFormat } from './FormatContext';
import type { PostDialogState } from './postDialog';
import { lazyPart } from '../../lazyPart';

const DeleteDialog = lazyPart(() =>
  import('./DeleteDialog').then((part) => ({ default: part.DeleteDialog })),
);
const ScheduleDialog = lazyPart(() =>
  import('./ScheduleDialog').then((part) => ({ default: part.ScheduleDialog })),
);
const ReplaceDialog = lazyPart(() =>
  import('./ReplaceDialog').then((part) => ({ default: part.ReplaceDialog })),
);
const MoveDialog = lazyPart(() => import('./bulk/MoveDialog').then((part) => ({ default: part.MoveDialog })));
const HistoryDialog = lazyPart(() =>
  import('./history/HistoryDialog').then((part) => ({ default: part.HistoryDialog })),
);

const DIALOGS = [DeleteDialog, ScheduleDialog, ReplaceDialog, MoveDialog, HistoryDialog];

interface PostDialogsProps {
  what: NonNullable<PostDialogState>['what'];
  post: Post;
  close: () => void;
  deleted: (id: number) => void;
}

export function PostDialogs(props: PostDialogsProps) {
  return (
    <OpenedPart close={props.close}>
      <PostDialog {...props} />
    </OpenedPart>
  );
}

/** A list that was opened once can show them all, offline too. */
export function usePreloadDialogs() {
  const { Preview } = useFormat().views;
  const load = useCallback(() => Promise.all([...DIALOGS, Preview].map(({ ready }) => ready())), [Preview]);
  usePreload(load);
}

function PostDialog({ what, post, close, deleted }: PostDialogsProps) {
  const { Preview } = useFormat().views;
  switch (what) {
    case 'preview':
      return <Preview post={post} close={close} />;
    case 'schedule':
      return <ScheduleDialog post={post} close={close} />;
    case 'history':
      return <HistoryDialog post={post} close={close} />;
    case 'replace':
      return <ReplaceDialog post={post} close={close} />;
    case 'move':
      return <MoveDialog posts={[post]} close={close} />;
    case 'delete':
      return <DeleteDialog post={post} close={close} deleted={deleted} />;
  }
}

import { Suspense } from 'react';
import type { Post } from '../../types';
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

interface PostDialogsProps {
  what: NonNullable<PostDialogState>['what'];
  post: Post;
  close: () => void;
  deleted: (id: number) => void;
}

export function PostDialogs(props: PostDialogsProps) {
  return (
    <Suspense fallback={null}>
      <PostDialog {...props} />
    </Suspense>
  );
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

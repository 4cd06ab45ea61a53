import { megabytes } from '../../format';
import type { SharedVideo } from '../../types';
import { DeleteQuestion } from '../layout/DeleteQuestion';
import { useLibraryActions } from './useLibraryActions';

export function DeleteSharedVideo({ video, close }: { video: SharedVideo; close: () => void }) {
  const { remove } = useLibraryActions();
  return (
    <DeleteQuestion noun="shared video" what={video} removal={remove} close={close}>
      <strong>{video.title}</strong> and its file of {megabytes(video.size_bytes)} MB leave the library for
      everybody. Posts that were made from it still go out.
    </DeleteQuestion>
  );
}

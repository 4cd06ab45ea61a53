import { megabytes } from '../../format';
import type { SharedVideo } from '../../types';
import { DeleteQuestion } from '../layout/DeleteQuestion';
import { useLibraryActions } from './useLibraryActions';
import { TEXTS } from './texts';

export function DeleteSharedVideo({ video, close }: { video: SharedVideo; close: () => void }) {
  const { remove } = useLibraryActions();
  return (
    <DeleteQuestion noun={TEXTS.sharedVideo} what={video} removal={remove} close={close}>
      <strong dir="auto">{video.title}</strong> and its file of {megabytes(video.size_bytes)} MB will be
      removed from the library for everyone. Posts made from it still go out.
    </DeleteQuestion>
  );
}

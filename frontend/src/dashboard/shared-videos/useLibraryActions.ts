import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../toasts';
import type { SharedVideo } from '../../types';
import { useDataProvider } from 'react-admin';
import { setCategory } from './calls';

const SHARED_VIDEOS = 'shared-videos';

/** What an administrator can do with a video of the library. */
export function useLibraryActions() {
  const provider = useDataProvider();
  const client = useQueryClient();
  const telling = (done: string, failed: string) => ({
    onSuccess() {
      toast.success(done);
    },
    onError: () => toast.error(failed),
    onSettled: () => client.invalidateQueries({ queryKey: [SHARED_VIDEOS] }),
  });

  const categorize = useMutation({
    mutationFn: ({ id, categoryId }: { id: number; categoryId: number | null }) =>
      setCategory(id, categoryId),
    ...telling('Category updated successfully', 'Failed to update category'),
  });
  const remove = useMutation({
    mutationFn: (video: SharedVideo) =>
      provider.delete<SharedVideo>(SHARED_VIDEOS, { id: video.id, previousData: video }),
    ...telling('Shared video deleted successfully', 'Failed to delete shared video'),
  });
  return { categorize, remove };
}

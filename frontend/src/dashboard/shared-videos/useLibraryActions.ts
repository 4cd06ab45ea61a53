import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../toasts';
import type { SharedVideo } from '../../types';
import { signedIn, useProvider } from '../queries';

const SHARED_VIDEOS = 'shared-videos';

/** What an administrator can do with a video of the library. */
export function useLibraryActions() {
  const provider = useProvider();
  const client = useQueryClient();
  const telling = (done: string, failed: string) => ({
    onSuccess() {
      if (signedIn()) toast.success(done);
    },
    onError: () => toast.error(failed),
    onSettled: () => client.invalidateQueries({ queryKey: [SHARED_VIDEOS] }),
  });

  const categorize = useMutation({
    mutationFn: ({ id, categoryId }: { id: number; categoryId: number | null }) =>
      provider.categorize(id, categoryId),
    ...telling('Category updated successfully', 'Failed to update category'),
  });
  const remove = useMutation({
    mutationFn: (video: SharedVideo) =>
      provider.delete<SharedVideo>(SHARED_VIDEOS, { id: video.id, previousData: video }),
    ...telling('Shared video deleted successfully', 'Failed to delete shared video'),
  });
  return { categorize, remove };
}

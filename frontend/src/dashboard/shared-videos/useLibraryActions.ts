import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../toasts';
import type { SharedVideo } from '../../types';
import { useDataProvider } from 'react-admin';
import { setCategory } from './calls';
import { TEXTS } from './texts';

const SHARED_VIDEOS = 'shared-videos';

/** Actions of administrators on a shared video. */
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
    ...telling(TEXTS.categoryUpdated, TEXTS.categoryFailed),
  });
  const remove = useMutation({
    mutationFn: (video: SharedVideo) =>
      provider.delete<SharedVideo>(SHARED_VIDEOS, { id: video.id, previousData: video }),
    ...telling(TEXTS.deleted, TEXTS.deleteFailed),
  });
  return { categorize, remove };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { needsSubscription } from '../../api';
import { toast } from '../../toasts';
import type { Caption } from '../../types';
import { useDataProvider } from 'react-admin';
import { uploadCaptions } from './calls';
import { TEXTS } from './texts';

const CAPTIONS = 'captions';

export interface ManyCaptions {
  /** A JSON array. */
  file: File;
  /** The label of an entry in its source, by its index. */
  nameOf: (index: number) => string;
}

/** Actions on captions, with toasts; each refreshes the list. */
export function useCaptionActions() {
  const provider = useDataProvider();
  const client = useQueryClient();

  // Without a subscription the list is refused too, which shows the Subscription Required screen.
  const settling = (verb: 'create' | 'update' | 'delete', failed: string) => ({
    onError(error: unknown) {
      toast.error(needsSubscription(error) ? TEXTS.subscriptionRequired(verb) : failed);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [CAPTIONS] }),
  });
  const telling = (done: string) => () => {
    toast.success(done);
  };

  const create = useMutation({
    mutationFn: (content: string) => provider.create<Caption>(CAPTIONS, { data: { content } }),
    onSuccess: telling(TEXTS.created),
    ...settling('create', TEXTS.createFailed),
  });
  const update = useMutation({
    mutationFn: ({ caption, content }: { caption: Caption; content: string }) =>
      provider.update<Caption>(CAPTIONS, { id: caption.id, data: { content }, previousData: caption }),
    onSuccess: telling(TEXTS.updated),
    ...settling('update', TEXTS.updateFailed),
  });
  const remove = useMutation({
    mutationFn: (caption: Caption) =>
      provider.delete<Caption>(CAPTIONS, { id: caption.id, previousData: caption }),
    onSuccess: telling(TEXTS.deleted),
    ...settling('delete', TEXTS.deleteFailed),
  });
  const upload = useMutation({
    mutationFn: ({ file }: ManyCaptions) => uploadCaptions(file),
    // If every entry was skipped, the result list explains it instead of a success toast.
    onSuccess(result) {
      if (result.created > 0) toast.success(TEXTS.uploaded);
    },
    ...settling('create', TEXTS.uploadFailed),
  });
  return { create, update, remove, upload };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { needsSubscription } from '../../api';
import { toast } from '../../toasts';
import type { Caption } from '../../types';
import { useDataProvider } from 'react-admin';
import { uploadCaptions } from './calls';

const CAPTIONS = 'captions';

export interface ManyCaptions {
  /** A JSON array. */
  file: File;
  /** What an entry is called where it came from, by its index. */
  nameOf: (index: number) => string;
}

/** What a person can do with captions; each tells how it went and brings the list up to date. */
export function useCaptionActions() {
  const provider = useDataProvider();
  const client = useQueryClient();

  // Without a subscription the list is refused as well, which brings the screen that says so.
  const settling = (verb: 'create' | 'update' | 'delete', failed: string) => ({
    onError(error: unknown) {
      toast.error(needsSubscription(error) ? `Active subscription required to ${verb} captions` : failed);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [CAPTIONS] }),
  });
  const telling = (done: string) => () => {
    toast.success(done);
  };

  const create = useMutation({
    mutationFn: (content: string) => provider.create<Caption>(CAPTIONS, { data: { content } }),
    onSuccess: telling('Caption created successfully!'),
    ...settling('create', 'Failed to create caption'),
  });
  const update = useMutation({
    mutationFn: ({ caption, content }: { caption: Caption; content: string }) =>
      provider.update<Caption>(CAPTIONS, { id: caption.id, data: { content }, previousData: caption }),
    onSuccess: telling('Caption updated successfully!'),
    ...settling('update', 'Failed to update caption'),
  });
  const remove = useMutation({
    mutationFn: (caption: Caption) =>
      provider.delete<Caption>(CAPTIONS, { id: caption.id, previousData: caption }),
    onSuccess: telling('Caption deleted successfully'),
    ...settling('delete', 'Failed to delete caption'),
  });
  const upload = useMutation({
    mutationFn: ({ file }: ManyCaptions) => uploadCaptions(file),
    // A file whose every entry was skipped is no success; the entries say why.
    onSuccess(result) {
      if (result.created > 0) toast.success('Captions uploaded successfully!');
    },
    ...settling('create', 'Failed to upload captions'),
  });
  return { create, update, remove, upload };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { needsSubscription } from '../../../api';
import { CallsOnce } from '../../../callsOnce';
import { replaceSubscriptionLeft } from '../../queries';
import { usePostTo } from '../../accounts/usePostTo';
import { useFormat } from '../FormatContext';
import { uploadToasts } from '../upload/uploadToasts';
import type { ChosenVideo } from './useChosenVideos';
import { postFromLibrary } from '../calls';

/** Creates posts from the chosen videos, with the toasts of an upload. */
export function usePostChosen(subscriptionRequired: () => void) {
  const { resource, texts, network } = useFormat();
  const { ids } = usePostTo(network);
  const client = useQueryClient();
  const [calls] = useState(() => new CallsOnce());
  const tell = uploadToasts(texts, subscriptionRequired);
  return useMutation({
    mutationFn: (chosen: readonly ChosenVideo[]) =>
      postFromLibrary(
        resource,
        {
          shared_video_ids: chosen.map(({ id }) => id),
          titles: chosen.map(({ title, name }) => title.trim() || name),
          ...(ids.length > 0 && { account_ids: ids }),
        },
        calls,
      ),
    onSuccess({ subscription_status: left }, { length: uploaded }) {
      if (left) replaceSubscriptionLeft(client, left);
      tell({ uploaded, failed: 0, left: left ?? null, subscriptionRequired: false });
    },
    onError(error, { length: failed }) {
      tell({ uploaded: 0, failed, left: null, subscriptionRequired: needsSubscription(error) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: [resource] }),
  });
}

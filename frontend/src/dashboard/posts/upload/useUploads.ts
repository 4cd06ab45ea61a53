import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { replaceSubscriptionLeft, useProvider } from '../../queries';
import { useChannel } from '../ChannelContext';
import { UploadQueue } from './uploadQueue';
import { useTelling } from './useTelling';

/** The channel's queue for as long as its screen is open. */
export function useUploads(subscriptionRequired: () => void) {
  const channel = useChannel();
  const provider = useProvider();
  const client = useQueryClient();
  const { resource } = channel;

  const tell = useTelling(subscriptionRequired);
  const [queue] = useState(
    () =>
      new UploadQueue({
        field: channel.fileField,
        read: channel.read,
        send: (file, sending) => provider.upload(resource, file, sending),
        onUploaded: (left) => {
          replaceSubscriptionLeft(client, left);
          void client.invalidateQueries({ queryKey: [resource] });
        },
        onSettled: tell,
      }),
  );
  useEffect(
    () => () => {
      queue.abortAll();
    },
    [queue],
  );

  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const busy = uploads.some(({ state }) => state === 'sending' || state === 'waiting');
  const sendable = uploads.some(({ state }) => state === 'ready' || state === 'failed');
  return { queue, uploads, busy, sendable };
}

export type Uploads = ReturnType<typeof useUploads>;

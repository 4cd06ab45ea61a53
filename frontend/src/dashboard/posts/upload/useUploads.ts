import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { megabytes } from '../../../format';
import { toast } from '../../../toasts';
import { replaceSubscriptionLeft, useProvider } from '../../queries';
import type { UploadChannel } from '../channel';
import { readVideo } from './readVideo';
import { UploadQueue } from './uploadQueue';
import type { Batch } from './uploadQueue';

interface UploadOptions {
  subscriptionRequired?: () => void;
  /** Further fields that go with each file, as they are when it is sent. */
  more?: Record<string, string>;
}

/** The channel's queue for as long as its screen is open. */
export function useUploads(channel: UploadChannel, { subscriptionRequired, more }: UploadOptions = {}) {
  const provider = useProvider();
  const client = useQueryClient();
  const { resource, rules, titleField, texts } = channel;
  const latestMore = useRef(more);
  useEffect(() => {
    latestMore.current = more;
  }, [more]);

  const tell = ({ uploaded, failed, left, subscriptionRequired: refused }: Batch) => {
    if (uploaded > 0) toast.success(texts.uploaded);
    if (left) {
      toast.success(
        `Remaining: ${left.remaining_submissions} tasks, ${megabytes(left.remaining_storage)} MB storage`,
      );
    }
    if (refused) {
      toast.error(texts.uploadNeedsSubscription);
      subscriptionRequired?.();
    } else if (failed > 0) toast.error(texts.uploadFailed);
  };

  const [queue] = useState(
    () =>
      new UploadQueue({
        field: channel.fileField,
        read: (file) => readVideo(file, rules),
        send: (file, sending) =>
          provider.upload(resource, { ...file, titleField, more: latestMore.current }, sending),
        onUploaded: (left) => {
          if (left) replaceSubscriptionLeft(client, left);
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
  return { channel, queue, uploads, busy, sendable };
}

export type Uploads = ReturnType<typeof useUploads>;

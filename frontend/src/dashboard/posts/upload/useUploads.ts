import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { replaceSubscriptionLeft } from '../../queries';
import type { UploadFormat } from '../screenFormat';
import { uploadToasts } from './uploadToasts';
import { UploadQueue } from './uploadQueue';
import type { Upload } from './upload';
import { keptInput, useInputToKeep } from '../../../keptInput';
import { uploadPost } from '../calls';

interface UploadOptions {
  subscriptionRequired?: () => void;
  /** Extra fields, read when each file is sent. */
  more?: Record<string, string>;
}

/** The upload queue of a screen. */
export function useUploads(format: UploadFormat, { subscriptionRequired, more }: UploadOptions = {}) {
  const client = useQueryClient();
  const { resource, titleField } = format;
  const latestMore = useRef(more);
  useEffect(() => {
    latestMore.current = more;
  }, [more]);

  const kept = `${resource} uploads`;
  const [queue] = useState(
    () =>
      new UploadQueue(
        {
          field: format.fileField,
          read: format.read,
          send: (file, sending) =>
            uploadPost(resource, { ...file, titleField, more: latestMore.current }, sending),
          onUploaded: (left) => {
            if (left) replaceSubscriptionLeft(client, left);
            void client.invalidateQueries({ queryKey: [resource] });
          },
          onSettled: uploadToasts(format.texts, subscriptionRequired),
        },
        keptInput(kept) as readonly Upload[] | undefined,
      ),
  );
  useInputToKeep(kept, queue.snapshot);
  useEffect(
    () => () => {
      queue.abortAll();
    },
    [queue],
  );

  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const busy = uploads.some(({ state }) => state === 'sending' || state === 'waiting');
  const sendable = uploads.some(({ state }) => state === 'ready' || state === 'failed');
  /** The file input, also opened from elsewhere on the screen. */
  const input = useRef<HTMLInputElement>(null);
  return { format, queue, uploads, busy, sendable, input };
}

export type Uploads = ReturnType<typeof useUploads>;

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { replaceSubscriptionLeft } from '../../queries';
import type { UploadFormat } from '../screenFormat';
import type { FileToSend } from './sendFile';
import { uploadToasts } from './uploadToasts';
import { UploadQueue } from './uploadQueue';
import type { Upload } from './upload';
import { keptInput, useInputToKeep } from '../../../keptInput';
import { uploadPost, uploadWhole } from '../calls';
import { discardUploadOf, stoppedUploadOf } from './resumable/stoppedUpload';

interface UploadOptions {
  subscriptionRequired?: () => void;
  /** Read when each file is sent, like the accounts. */
  more?: FileToSend['more'];
  accountIds?: FileToSend['accountIds'];
}

/** The upload queue of a screen. */
export function useUploads(format: UploadFormat, { subscriptionRequired, ...also }: UploadOptions = {}) {
  const client = useQueryClient();
  const { resource, titleField } = format;
  const latest = useRef(also);
  useEffect(() => {
    latest.current = also;
  });

  // The library takes small files, also from administrators without a plan of their own.
  const upload = format.titleOnly ? uploadWhole : uploadPost;
  const kept = `${resource} uploads`;
  const [queue] = useState(
    () =>
      new UploadQueue(
        {
          field: format.fileField,
          read: format.read,
          send: (file, sending) => upload(resource, { ...file, ...latest.current, titleField }, sending),
          stoppedUploadOf: format.titleOnly ? () => undefined : (file) => stoppedUploadOf(resource, file),
          discard: format.titleOnly
            ? () => undefined
            : (file) => {
                void discardUploadOf(resource, file);
              },
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
  const busy = uploads.some(
    ({ state, isToFollow }) => state === 'sending' || state === 'waiting' || isToFollow,
  );
  const sendable = uploads.some(({ state }) => state === 'ready' || state === 'failed');
  /** The file input, also opened from elsewhere on the screen. */
  const input = useRef<HTMLInputElement>(null);
  return { format, queue, uploads, busy, sendable, input };
}

export type Uploads = ReturnType<typeof useUploads>;

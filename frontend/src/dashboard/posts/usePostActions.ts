import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallsOnce } from '../../callsOnce';
import { toast } from '../../toasts';
import type { Post } from '../../types';
import { refreshSubscription, useUser } from '../queries';
import { useFormat } from './FormatContext';
import { scheduleSummary } from './scheduleSummary';
import { useDataProvider } from 'react-admin';
import {
  duplicatePost,
  reschedulePost,
  retryComment,
  retryPost,
  setDraft,
  unscheduleFailedPost,
} from './calls';
import { TEXTS } from './texts';
import { notesOf } from './warnings/notesOf';

/** Refetches the list and the subscription. */
export function useRefresh() {
  const { resource } = useFormat();
  const client = useQueryClient();
  return () => Promise.all([client.invalidateQueries({ queryKey: [resource] }), refreshSubscription(client)]);
}

/**
 * Actions on a post, with toasts; each refreshes the list.
 * @param deleted is told of each deletion, also after the screen part that asked for it is gone
 */
export function usePostActions(deleted?: (id: number) => void) {
  const { resource, texts } = useFormat();
  const provider = useDataProvider();
  const refresh = useRefresh();
  const [copies] = useState(() => new CallsOnce());
  const { timezone } = useUser();
  const telling = (done: string, failed: string) => ({
    onSuccess: () => toast.success(done),
    onError: () => toast.error(failed),
    onSettled: refresh,
  });

  const reschedule = useMutation({
    mutationFn: ({ id, time }: { id: number; time: string | null }) => reschedulePost(resource, id, time),
    ...telling(texts.rescheduled, texts.rescheduleFailed),
    onSuccess: (post) =>
      toast.success(texts.rescheduled, scheduleSummary(post, timezone), notesOf(post.warnings)),
  });
  const remove = useMutation({
    mutationFn: (post: Post) => provider.delete<Post>(resource, { id: post.id, previousData: post }),
    ...telling(texts.deleted, texts.deleteFailed),
    onSuccess(_answer, { id }) {
      deleted?.(id);
      toast.success(texts.deleted);
    },
  });
  const retry = useMutation({
    mutationFn: ({ id }: Post) => retryPost(resource, id),
    ...telling(texts.retried, texts.retryFailed),
  });
  const unschedule = useMutation({
    mutationFn: ({ id }: Post) => unscheduleFailedPost(resource, id),
    ...telling(TEXTS.unscheduled, TEXTS.unscheduleFailed(texts.one)),
  });
  const hold = useMutation({
    mutationFn: ({ id, draft }: Post) => setDraft(id, draft === 1 ? 0 : 1),
    ...telling(texts.edited, texts.editFailed),
    onSuccess: (post) =>
      post.draft === 1
        ? toast.success(TEXTS.heldBack)
        : toast.success(TEXTS.released, post.scheduled_for ? scheduleSummary(post, timezone) : undefined),
  });
  const duplicate = useMutation({
    mutationFn: ({ id }: Post) => duplicatePost(id, copies),
    ...telling(TEXTS.duplicated, TEXTS.duplicateFailed(texts.one)),
  });
  const comment = useMutation({
    mutationFn: ({ id }: Post) => retryComment(id),
    ...telling(TEXTS.commentRetried, TEXTS.commentRetryFailed),
  });
  return { reschedule, remove, retry, unschedule, hold, duplicate, comment };
}

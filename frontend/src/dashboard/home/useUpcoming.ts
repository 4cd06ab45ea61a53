import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../toasts';
import { KINDS } from '../posts/kinds';
import { pollInterval } from '../posts/pollInterval';
import { refreshSubscription } from '../queries';
import type { UpcomingPost, FinishedPost } from './calls';
import { fetchUpcoming } from './calls';
import { dismissPost, retryPost } from '../posts/calls';
import { TEXTS } from './texts';

/** Below the calendar's key, which every change of a post invalidates. */
const UPCOMING = ['calendar', 'upcoming'];

export function useUpcoming() {
  return useQuery({
    queryKey: UPCOMING,
    queryFn: fetchUpcoming,
    refetchInterval: ({ state }) => pollInterval(state.data?.next.map(asPolled), Date.now()),
    meta: { failure: TEXTS.postsFailed },
  });
}

export type UpcomingQuery = ReturnType<typeof useUpcoming>;

const asPolled = ({ item, at }: UpcomingPost) => ({
  status: item?.status ?? ('pending' as const),
  scheduled_for: at,
});

export function useDismiss() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, item }: FinishedPost) => dismissPost(KINDS[kind].resource, item.id),
    onError: () => toast.error(TEXTS.dismissFailed),
    onSettled: () => client.invalidateQueries({ queryKey: UPCOMING }),
  });
}

export function useRetry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, item }: FinishedPost) => retryPost(KINDS[kind].resource, item.id),
    onSuccess: (_post, { kind }) => toast.success(KINDS[kind].texts.retried),
    onError: (_error, { kind }) => toast.error(KINDS[kind].texts.retryFailed),
    onSettled: (_post, _error, { kind }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['calendar'] }),
        client.invalidateQueries({ queryKey: [KINDS[kind].resource] }),
        refreshSubscription(client),
      ]),
  });
}

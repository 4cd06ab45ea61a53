import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../toasts';
import { KINDS } from '../calendar/kinds';
import { pollInterval } from '../posts/poll';
import { refreshSubscription, signedIn, useProvider } from '../queries';
import type { Coming, Gone } from './calls';

/** Below the calendar's, which everything that moves a post refreshes. */
const OUTLOOK = ['calendar', 'outlook'];

export function useOutlook() {
  const provider = useProvider();
  return useQuery({
    queryKey: OUTLOOK,
    queryFn: () => provider.outlook(),
    refetchInterval: ({ state }) => pollInterval(state.data?.next.map(asPolled), Date.now()),
    meta: { failure: 'Failed to load your posts' },
  });
}

export type OutlookQuery = ReturnType<typeof useOutlook>;

const asPolled = ({ item, at }: Coming) => ({
  status: item?.status ?? ('pending' as const),
  scheduled_for: at,
});

export function useDismiss() {
  const provider = useProvider();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, item }: Gone) => provider.dismiss(KINDS[kind].resource, item.id),
    onError: () => toast.error('Failed to dismiss'),
    onSettled: () => client.invalidateQueries({ queryKey: OUTLOOK }),
  });
}

export function useRetry() {
  const provider = useProvider();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, item }: Gone) => provider.retry(KINDS[kind].resource, item.id),
    onSuccess: (_post, { kind }) => signedIn() && toast.success(KINDS[kind].texts.retried),
    onError: (_error, { kind }) => toast.error(KINDS[kind].texts.retryFailed),
    onSettled: (_post, _error, { kind }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['calendar'] }),
        client.invalidateQueries({ queryKey: [KINDS[kind].resource] }),
        refreshSubscription(client),
      ]),
  });
}

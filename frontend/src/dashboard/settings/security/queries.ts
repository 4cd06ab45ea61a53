import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useProvider } from '../../queries';

const SESSIONS = ['sessions'];
const ACTIVITY = ['own-activity'];

export function useSessions() {
  const provider = useProvider();
  return useQuery({
    queryKey: SESSIONS,
    queryFn: () => provider.sessions(),
    meta: { failure: 'Failed to fetch sessions' },
  });
}

export function useOwnActivity(page: number) {
  const provider = useProvider();
  return useQuery({
    queryKey: [...ACTIVITY, page],
    queryFn: () => provider.ownActivity(page),
    placeholderData: keepPreviousData,
    meta: { failure: 'Failed to fetch activity' },
  });
}

/** After whatever ends sessions or is noted. */
export async function refreshSecurity(client: QueryClient): Promise<void> {
  await Promise.all([SESSIONS, ACTIVITY].map((queryKey) => client.invalidateQueries({ queryKey })));
}

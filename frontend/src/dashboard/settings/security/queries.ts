import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { fetchOwnActivity, fetchSessions } from './calls';

const SESSIONS = ['sessions'];
const ACTIVITY = ['own-activity'];

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: fetchSessions,
    meta: { failure: 'Failed to fetch sessions' },
  });
}

export function useOwnActivity(page: number) {
  return useQuery({
    queryKey: [...ACTIVITY, page],
    queryFn: () => fetchOwnActivity(page),
    placeholderData: keepPreviousData,
    meta: { failure: 'Failed to fetch activity' },
  });
}

/** After any change that ends sessions or is logged. */
export async function refreshSecurity(client: QueryClient): Promise<void> {
  await Promise.all([SESSIONS, ACTIVITY].map((queryKey) => client.invalidateQueries({ queryKey })));
}

import { useQuery } from '@tanstack/react-query';
import { usePlanRequests } from '../give-plan/usePlanRequests';
import type { AdminUser } from '../../../types';
import { useDataProvider } from 'react-admin';
import { fetchFailures, fetchQueue } from './calls';

const EVERY_MS = 15_000;

/** All queries of the overview. The home screen waits for them, so that nothing shifts. */
export function useOverview(wanted: boolean) {
  const provider = useDataProvider();
  const requests = usePlanRequests(wanted);
  const queue = useQuery({
    queryKey: ['admin/queue'],
    queryFn: fetchQueue,
    refetchInterval: EVERY_MS,
    enabled: wanted,
  });
  const people = useQuery({
    queryKey: ['admin/users', 'count'],
    queryFn: async () => {
      const { total } = await provider.getList<AdminUser>('admin/users', {
        pagination: { page: 1, perPage: 1 },
        sort: { field: 'id', order: 'DESC' },
        filter: {},
      });
      return total ?? 0;
    },
    enabled: wanted,
  });
  const failures = useQuery({
    queryKey: ['admin/failures'],
    queryFn: fetchFailures,
    refetchInterval: EVERY_MS,
    enabled: wanted,
  });
  const isPending = wanted && [requests, queue, people, failures].some((query) => query.isPending);
  return { requests, queue, people, failures, isPending };
}

export type Overview = ReturnType<typeof useOverview>;

import { useQuery } from '@tanstack/react-query';
import { fetchOpenPlanRequests } from './calls';

export function usePlanRequests(enabled = true) {
  return useQuery({
    queryKey: ['admin/plan-requests'],
    queryFn: fetchOpenPlanRequests,
    enabled,
    meta: { failure: 'Failed to fetch the plan requests' },
  });
}

export type PlanRequestsQuery = ReturnType<typeof usePlanRequests>;

import { useQuery } from '@tanstack/react-query';
import { fetchOpenPlanRequests } from './calls';
import { TEXTS } from './texts';

export function usePlanRequests(enabled = true) {
  return useQuery({
    queryKey: ['admin/plan-requests'],
    queryFn: fetchOpenPlanRequests,
    enabled,
    meta: { failure: TEXTS.requestsFailed },
  });
}

export type PlanRequestsQuery = ReturnType<typeof usePlanRequests>;

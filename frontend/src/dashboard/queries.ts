import { QueryCache, QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { get, isApiError, isUnreachable, needsSubscription } from '../api';
import { fetchConfig, rememberedConfig } from '../config';
import { onReach } from '../serverReachability';
import { keepUser, useSession } from '../session';
import { fetchAccounts } from './accounts/calls';
import { toast } from '../toasts';
import { beginningsShown } from './shownAtOnce';
import type { Connection, Plan, Schemas, Subscription, SubscriptionLeft, User } from '../types';

const MINUTE = 60_000;

/**
 * Toasts `meta.failure` of a query when it starts to fail, once until it succeeds again. Calls are never paused until the
 * network is back, since an abandoned call must not run later.
 */
export function newQueryClient(): QueryClient {
  const failing = new Set<string>();
  return new QueryClient({
    mutationCache: beginningsShown(),
    queryCache: new QueryCache({
      onError(error, { meta, queryHash }) {
        if (isUnreachable(error)) return;
        if (!failing.has(queryHash) && typeof meta?.failure === 'string' && !needsSubscription(error)) {
          toast.error(meta.failure);
        }
        failing.add(queryHash);
      },
      onSuccess: (_data, { queryHash }) => failing.delete(queryHash),
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: 2_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Asks for everything again once the server is reached. */
export function useRefetchWhenReached(client: QueryClient): void {
  useEffect(
    () =>
      onReach((reach) => {
        if (reach === 'ok') void client.invalidateQueries();
      }),
    [client],
  );
}

/** The signed-in user as last fetched; the shell refreshes it. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('the dashboard is shown without a session');
  return user;
}

export function useFreshUser(screen: string, failure: string) {
  return useQuery({
    queryKey: ['user', screen],
    // No cache: a form must start with current values.
    gcTime: 0,
    queryFn: async () => {
      const user = await get<User>('/user');
      keepUser(user);
      return user;
    },
    meta: { failure },
  });
}

export function useConfigQuery() {
  return useQuery({
    queryKey: ['config'],
    queryFn: fetchConfig,
    placeholderData: rememberedConfig,
    refetchInterval: MINUTE,
  });
}

export const useConfig = () => useConfigQuery().data;

/** For components that mount after the query was made: does not retry a query that has just failed. */
export const ASKED_ABOVE = { retryOnMount: false };

export function usePlans(more: object = {}) {
  return useQuery({
    ...more,
    queryKey: ['plans'],
    queryFn: () => get<Plan[]>('/plans'),
    meta: { failure: 'Failed to load pricing plans' },
  });
}

const SUBSCRIPTION = ['subscription'];

/** `null`: there is none. */
async function fetchSubscription(): Promise<Subscription | null> {
  const answer = await get<Subscription | Schemas['NoSubscriptionView']>('/user/subscription').catch(
    (error: unknown) => {
      if (isApiError(error) && error.status === 404) return null;
      throw error;
    },
  );
  return answer && 'plan' in answer ? answer : null;
}

export function useSubscription(more: object = {}) {
  return useQuery({
    ...more,
    queryKey: SUBSCRIPTION,
    queryFn: fetchSubscription,
    meta: { failure: 'Failed to load subscription details' },
  });
}

export const refreshSubscription = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: SUBSCRIPTION });

/** Updates the summary from the answer to an upload. */
export function replaceSubscriptionLeft(client: QueryClient, left: SubscriptionLeft) {
  client.setQueryData<Subscription | null>(
    SUBSCRIPTION,
    (known) =>
      known && {
        ...known,
        submissions: { ...known.submissions, used: known.submissions.total - left.remaining_submissions },
        storage: { ...known.storage, used: known.storage.total - left.remaining_storage },
      },
  );
}

/** Key of the user's open plan request. */
export const PLAN_REQUEST = ['plan-request'];

const CONNECTION = ['connection'];

export function useConnection() {
  return useQuery({
    queryKey: CONNECTION,
    queryFn: () => get<Connection>('/user/connection'),
    refetchInterval: MINUTE,
  });
}

const ACCOUNTS = { queryKey: ['accounts'], queryFn: fetchAccounts };

export const useAccounts = () => useQuery({ ...ACCOUNTS, refetchInterval: MINUTE });

/** As the server has them now. */
export const freshAccounts = (client: QueryClient) => client.query({ ...ACCOUNTS, staleTime: 0 });

/** The accounts, and the defaults among them. */
export const refreshAccounts = (client: QueryClient) =>
  Promise.all([CONNECTION, ACCOUNTS.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })));

/** Whether it is known which banners there are; until then they may still push the screen down. */
export function useBannersSettled(): boolean {
  const config = useConfigQuery();
  const waits = [useSubscription(), useConnection(), useAccounts(), config].map(({ isPending }) => isPending);
  return !config.isPlaceholderData && !waits.includes(true);
}

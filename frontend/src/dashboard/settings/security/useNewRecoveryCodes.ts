import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';

const NEW_CODES = ['new-recovery-codes'];

/** Until the user has saved them, whatever screen they are on. They end with the session, as all that is cached. */
export const showRecoveryCodes = (client: QueryClient, codes: string[]) =>
  client.setQueryData<string[] | null>(NEW_CODES, codes);

export function useNewRecoveryCodes() {
  const client = useQueryClient();
  const { data } = useQuery<string[] | null>({ queryKey: NEW_CODES, queryFn: skipToken });
  return {
    codes: data ?? undefined,
    forget: () => {
      client.setQueryData<string[] | null>(NEW_CODES, null);
    },
  };
}

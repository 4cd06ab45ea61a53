import { useQuery } from '@tanstack/react-query';
import type { Post, Slot } from '../../types';
import { useFormat } from './FormatContext';
import { fetchAutomaticSlots } from './calls';

const AHEAD_MS = 60 * 24 * 3_600_000;

/** The predicted time of an unscheduled post; `never`: its account posts nothing. A screen has one query for all. */
export function useAutomaticTime({ id, status, scheduled_for, account }: Post): {
  at?: string;
  never: boolean;
} {
  const { resource, kind } = useFormat();
  const { data } = useQuery({
    queryKey: [resource, 'automatic'],
    queryFn: () => fetchAutomaticSlots(new Date(), new Date(Date.now() + AHEAD_MS)),
    enabled: status === 'pending' && scheduled_for === null,
    select: (slots: Slot[]) => slots.filter((slot) => slot.kind === kind),
  });
  const ofAccount = data?.filter((slot) => !account || slot.account?.id === account.id);
  return { at: data?.find((slot) => slot.id === id)?.at, never: ofAccount?.length === 0 };
}

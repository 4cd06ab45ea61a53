import { useQuery } from '@tanstack/react-query';
import type { Post, Slot } from '../../types';
import { useFormat } from './FormatContext';
import { fetchAutomaticSlots } from './calls';

const AHEAD_MS = 60 * 24 * 3_600_000;

/** The predicted time of an unscheduled post. All posts of a screen share one query. */
export function useAutomaticTime({ id, status, scheduled_for }: Post): { at?: string; never: boolean } {
  const { resource, kind } = useFormat();
  const { data } = useQuery({
    queryKey: [resource, 'automatic'],
    queryFn: () => fetchAutomaticSlots(new Date(), new Date(Date.now() + AHEAD_MS)),
    enabled: status === 'pending' && scheduled_for === null,
    select: (slots: Slot[]) => slots.filter((slot) => slot.kind === kind),
  });
  return { at: data?.find((slot) => slot.id === id)?.at, never: data?.length === 0 };
}

import { useState } from 'react';
import { needsSubscription } from '../../api';

interface Asked {
  error: unknown;
  isPending: boolean;
}

/** Whether a query was refused because of a missing subscription. Stays true during a refetch, which has no error yet. */
export function useNeedsPlan({ error, isPending }: Asked): boolean {
  const [needed, setNeeded] = useState(false);
  if (isPending) return needed;
  const isNeeded = needsSubscription(error);
  if (isNeeded !== needed) setNeeded(isNeeded);
  return isNeeded;
}

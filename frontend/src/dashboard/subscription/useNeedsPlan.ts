import { useState } from 'react';
import { needsSubscription } from '../../api';

interface Asked {
  error: unknown;
  isPending: boolean;
}

/** Whether what is asked for was refused for want of a plan. It stays so while it is asked again, without an error meanwhile. */
export function useNeedsPlan({ error, isPending }: Asked): boolean {
  const [needed, setNeeded] = useState(false);
  if (isPending) return needed;
  const isNeeded = needsSubscription(error);
  if (isNeeded !== needed) setNeeded(isNeeded);
  return isNeeded;
}

import { useEffect } from 'react';
import { isUnreachable } from '../../api';
import { toast } from '../../toasts';

/** Says it when a list begins to fail, and not again before it has worked. A banner tells of a server that is away. */
export function useFailureToast(error: unknown, text: string) {
  const failing = Boolean(error) && !isUnreachable(error);
  useEffect(() => {
    if (failing) toast.error(text);
  }, [failing, text]);
}

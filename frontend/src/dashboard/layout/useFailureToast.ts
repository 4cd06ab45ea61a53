import { useEffect } from 'react';
import { isUnreachable } from '../../api';
import { toast } from '../../toasts';

/** Toasts when a list starts to fail, once until it works again. An unreachable server has a banner instead. */
export function useFailureToast(error: unknown, text: string) {
  const failing = Boolean(error) && !isUnreachable(error);
  useEffect(() => {
    if (failing) toast.error(text);
  }, [failing, text]);
}

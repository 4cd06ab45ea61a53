import { useEffect } from 'react';
import { toast } from '../../toasts';

/** Says it when a list begins to fail, and not again before it has worked. */
export function useFailureToast(error: unknown, text: string) {
  const failing = Boolean(error);
  useEffect(() => {
    if (failing) toast.error(text);
  }, [failing, text]);
}

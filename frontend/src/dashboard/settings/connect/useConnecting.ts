import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useIsLeft } from '../../posts/upload/useIsLeft';
import { startConnecting } from './calls';

/** Leads this browser to Facebook's dialog, unless its screen was left meanwhile. */
export function useConnecting() {
  const isLeft = useIsLeft();
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: (accountId?: number) => startConnecting(accountId),
    onSuccess: ({ url }) => {
      if (!isLeft()) location.assign(url);
    },
  });
  useEffect(() => {
    // Back from the dialog, the browser may show this page as it left it.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    addEventListener('pageshow', shown);
    return () => {
      removeEventListener('pageshow', shown);
    };
  }, [reset]);
  return { start: mutate, busy: isPending || isSuccess, error };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { screenOf } from './ConfirmLeave';

/**
 * Tells whether the user has left this screen. The address changes a moment before the screen does, and what the old
 * one says meanwhile goes unread.
 */
export function useIsLeft(): () => boolean {
  const isUnmounted = useRef(false);
  const [screen] = useState(() => screenOf(location));
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return useCallback(() => isUnmounted.current || screenOf(location) !== screen, [screen]);
}

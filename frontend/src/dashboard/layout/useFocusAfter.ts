import { useEffect, useRef } from 'react';

/** A disabled button loses the focus; afterwards the focus moves to the found element. */
export function useFocusAfter(busy: boolean, find: () => HTMLElement | null | undefined) {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy) find()?.focus();
    wasBusy.current = busy;
  });
}

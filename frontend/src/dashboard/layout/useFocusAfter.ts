import { useEffect, useRef } from 'react';

/** A button that is disabled while it works loses the focus: once the work is over, that goes to what is found. */
export function useFocusAfter(busy: boolean, find: () => HTMLElement | null | undefined) {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy) find()?.focus();
    wasBusy.current = busy;
  });
}

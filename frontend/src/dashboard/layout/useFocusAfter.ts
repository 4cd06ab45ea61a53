import { useEffect, useRef } from 'react';
import { focusUnlessInField } from '../../focus';

/** A disabled button loses the focus; afterwards it moves to the found element, unless it is in a field by then. */
export function useFocusAfter(busy: boolean, find: () => HTMLElement | null | undefined) {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy) focusUnlessInField(find());
    wasBusy.current = busy;
  });
}

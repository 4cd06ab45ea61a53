import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Whoever was on something that went with its row, or on a button that fell asleep, goes on from the area around it,
 * and not from the top of the page. `shown` is what comes and goes in it.
 */
export function useFocusFallback(area: RefObject<HTMLElement | null>, shown: unknown) {
  const within = useRef(false);
  useEffect(() => {
    const note = ({ target }: Event) => {
      within.current = area.current?.contains(target as Node) ?? false;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [area]);
  useEffect(() => {
    if (within.current && document.activeElement === document.body)
      area.current?.focus({ preventScroll: true });
  }, [area, shown]);
}

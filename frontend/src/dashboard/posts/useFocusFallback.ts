import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * If the focused element disappears or is disabled, moves the focus to the surrounding area instead of the top of the
 * page. `shown` is the content that changes.
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

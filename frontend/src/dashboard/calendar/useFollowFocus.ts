import { useEffect, useRef } from 'react';
import type { FocusEvent } from 'react';
import type { CalendarEntry } from './calendarEntries';

/** Two seconds, where nothing is slow. */
const WATCHED_FRAMES = 120;

/**
 * What the keyboard moved is drawn anew elsewhere: the focus goes with it, instead of being lost.
 * Its answer is for the `onFocus` around the things that carry their name as `data-name`.
 */
export function useFollowFocus(entries: CalendarEntry[], inDialog: boolean) {
  const last = useRef<string>(undefined);

  useEffect(() => {
    const forget = () => {
      last.current = undefined;
    };
    document.addEventListener('pointerdown', forget);
    return () => {
      document.removeEventListener('pointerdown', forget);
    };
  }, []);

  useEffect(() => {
    if (inDialog) return;
    // The library draws a moment later, hides what it has not measured yet, and takes away what had the focus.
    let frames = 0;
    const seek = () => {
      if (!last.current) return;
      if (document.activeElement === document.body) controlOf(last.current)?.focus();
      if (++frames < WATCHED_FRAMES) frame = requestAnimationFrame(seek);
    };
    let frame = requestAnimationFrame(seek);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [entries, inDialog]);

  return ({ target }: FocusEvent) => {
    const named = target.closest('[data-name]') ?? target.querySelector('[data-name]');
    last.current = named?.getAttribute('data-name') ?? undefined;
  };
}

function controlOf(name: string): HTMLElement | null | undefined {
  const named = document.querySelector(`[data-name="${CSS.escape(name)}"]`);
  return named?.closest<HTMLElement>('button, [tabindex]') ?? named?.querySelector('button');
}

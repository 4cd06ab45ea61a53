import { useEffect, useRef } from 'react';
import type { FocusEvent } from 'react';
import type { CalendarEntry } from './calendarEntries';

/** About two seconds. */
const WATCHED_FRAMES = 120;

/**
 * Keeps the focus on an entry that is re-rendered elsewhere after a keyboard move.
 * @returns an `onFocus` handler for the container of elements with `data-name`.
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
    // FullCalendar renders asynchronously, hides unmeasured entries, and removes the focused element.
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

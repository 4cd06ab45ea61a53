import { useEffect, useRef } from 'react';
import type { FocusEvent } from 'react';
import type { Entry } from './entries';

/**
 * What the keyboard moved is drawn anew elsewhere: the focus goes with it, instead of being lost.
 * Its answer is for the `onFocus` around the things that carry their name as `data-name`.
 */
export function useKeptFocus(entries: Entry[], inDialog: boolean) {
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
    // The library draws a moment later.
    const frame = requestAnimationFrame(() => {
      if (last.current && document.activeElement === document.body) controlOf(last.current)?.focus();
    });
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

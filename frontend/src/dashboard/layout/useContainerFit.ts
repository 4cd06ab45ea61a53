import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * How many of the widths, in pixels and ascending, fit into an element; known before the first paint. Media queries do
 * not help, since the sidebar takes part of the screen's width.
 */
export function useContainerFit(ref: RefObject<HTMLElement | null>, ...widths: number[]): number {
  const [room, setRoom] = useState(0);
  const wanted = widths.join(' ');
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      setRoom(wanted.split(' ').filter((width) => Number(width) <= element.clientWidth).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [ref, wanted]);
  return room;
}

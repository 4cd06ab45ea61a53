import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * How many of the widths, in pixels and ascending, an element has room for; known before it is first painted. The
 * sidebar takes room that the screen's width does not tell.
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

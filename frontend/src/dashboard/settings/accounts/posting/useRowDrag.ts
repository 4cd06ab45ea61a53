import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

interface Dragging {
  from: number;
  to: number;
}

export interface RowDrag {
  isDragged: boolean;
  /** Where the dragged row would come. */
  mark: 'before' | 'after' | undefined;
  handle: Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    (event: PointerEvent<HTMLElement>) => void
  >;
}

/** Moves the rows of a list by pointers, fingers too. Escape and a lost pointer leave everything where it is. */
export function useRowDrag(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [dragging, setDragging] = useState<Dragging>();
  const current = useRef<Dragging>(undefined);
  const set = (now: Dragging | undefined) => {
    current.current = now;
    setDragging(now);
  };
  const isDragging = dragging !== undefined;
  useEffect(() => {
    if (!isDragging) return undefined;
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The dialog stays open.
      event.stopPropagation();
      current.current = undefined;
      setDragging(undefined);
    };
    addEventListener('keydown', leave, true);
    return () => {
      removeEventListener('keydown', leave, true);
    };
  }, [isDragging]);

  const rowAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])];
    const below = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
    return below < 0 ? rows.length - 1 : below;
  };
  return {
    of: (n: number): RowDrag => ({
      isDragged: dragging?.from === n,
      mark: dragging?.to !== n || dragging.from === n ? undefined : dragging.from < n ? 'after' : 'before',
      handle: {
        onPointerDown(event) {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          set({ from: n, to: n });
        },
        onPointerMove(event) {
          const { current: now } = current;
          if (now) set({ ...now, to: rowAt(event.clientY) });
        },
        onPointerUp() {
          const { current: now } = current;
          set(undefined);
          if (now && now.from !== now.to) move(now.from, now.to);
        },
        onPointerCancel() {
          set(undefined);
        },
      },
    }),
  };
}

import { useCallback, useState } from 'react';

/**
 * Rows that are edited stay, with what is typed, when their list loses them: to another page, to a search, or while it
 * cannot be fetched.
 *
 * @param found what the list has
 */
export function useHeldRows<Row extends { id: number }>(found: readonly Row[]) {
  const [held, setHeld] = useState<ReadonlyMap<number, Row>>(() => new Map());
  const hold = useCallback((row: Row, isEdited: boolean) => {
    setHeld((now) => {
      const next = new Map(now);
      if (isEdited) next.set(row.id, row);
      else next.delete(row.id);
      return next;
    });
  }, []);
  const lost = [...held.values()].filter(({ id }) => !found.some((row) => row.id === id));
  return { rows: [...found, ...lost], hold };
}

/** @param row as last seen */
export type HoldRow<Row> = (row: Row, isEdited: boolean) => void;

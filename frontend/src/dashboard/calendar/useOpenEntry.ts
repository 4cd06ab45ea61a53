import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';
import { itemName } from './calendarEntries';
import type { PostWithKind } from './useCalendar';
import { CALENDAR } from './useCalendar';

/**
 * The latest data of the entry that a dialog shows. A post that gets a time moves from one list to the other, and the
 * lists are answered one after the other. Between these answers it is in neither, and its dialog must stay: a dialog
 * that comes anew never hears that its request has succeeded.
 */
export function useOpenEntry(
  name: string | undefined,
  items: PostWithKind[],
  waiting: PostWithKind[] | undefined,
): PostWithKind | undefined {
  const found = [...items, ...(waiting ?? [])].find((each) => itemName(each) === name);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const isMoving = useIsFetching({ queryKey: [CALENDAR] }) + useIsMutating() > 0;
  return found ?? (isMoving && last && itemName(last) === name ? last : undefined);
}

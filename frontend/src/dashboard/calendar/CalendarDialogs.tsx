import { useLastSeen } from '../layout/useLastSeen';
import { BatchDialog } from './BatchDialog';
import type { CalendarSlot } from './calls';
import { EntryDialog } from './EntryDialog';
import { itemName } from './calendarEntries';
import { DeleteEntryDialog } from './DeleteEntryDialog';
import { SlotDialog } from './SlotDialog';
import { RescheduleDialog } from './RescheduleDialog';
import type { PostWithKind } from './useCalendar';

/** The open dialog, and its entry. */
export type CalendarDialog =
  | { what: 'entry' | 'time' | 'remove'; name: string }
  | { what: 'slot'; slot: CalendarSlot }
  | { what: 'batch' }
  | undefined;

interface CalendarDialogsProps {
  opened: CalendarDialog;
  set: (opened: CalendarDialog) => void;
  items: PostWithKind[];
  /** Absent: still loading. */
  waiting: PostWithKind[] | undefined;
}

export function CalendarDialogs({ opened, set, items, waiting }: CalendarDialogsProps) {
  const close = () => {
    set(undefined);
  };
  const openName = opened && 'name' in opened ? opened.name : undefined;
  // A post that gets a time is in neither list between their answers. A dialog that came anew then would never hear that
  // its request has succeeded.
  const item = useLastSeen([...items, ...(waiting ?? [])], (each) => itemName(each) === openName);
  if (!opened) return null;
  if (opened.what === 'batch') return waiting && <BatchDialog items={waiting} close={close} />;
  if (opened.what === 'slot') {
    const { kind, id } = opened.slot;
    const name = id === null ? undefined : itemName({ kind, id });
    const schedule = name && (() => set({ what: 'time', name }));
    return <SlotDialog slot={opened.slot} close={close} schedule={schedule || undefined} />;
  }
  const { what, name } = opened;
  if (!item) return null;
  switch (what) {
    case 'entry':
      return (
        <EntryDialog
          item={item}
          close={close}
          schedule={() => set({ what: 'time', name })}
          remove={() => set({ what: 'remove', name })}
        />
      );
    case 'time':
      return <RescheduleDialog item={item} close={close} />;
    case 'remove':
      return <DeleteEntryDialog item={item} close={close} />;
  }
}

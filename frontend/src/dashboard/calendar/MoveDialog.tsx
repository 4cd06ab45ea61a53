import { TimeDialog } from '../posts/TimeDialog';
import { KINDS } from './kinds';
import { useMove } from './useCalendar';
import type { KindOfPost } from './useCalendar';

export function MoveDialog({ item, close }: { item: KindOfPost; close: () => void }) {
  const move = useMove();
  return (
    <TimeDialog
      heading={KINDS[item.kind].texts.schedule}
      post={item}
      send={(time) => {
        move.mutate({ item, time }, { onSuccess: close });
      }}
      busy={move.isPending}
      error={move.error}
      close={close}
    />
  );
}

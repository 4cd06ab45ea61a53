import { TimeDialog } from '../posts/TimeDialog';
import { KINDS } from '../posts/kinds';
import { useMove } from './useCalendar';
import type { PostWithKind } from './useCalendar';

export function RescheduleDialog({ item, close }: { item: PostWithKind; close: () => void }) {
  const move = useMove();
  return (
    <TimeDialog
      heading={KINDS[item.kind].texts.schedule}
      post={item}
      send={(time) => {
        move.mutate({ item, time, chosen: true }, { onSuccess: close });
      }}
      busy={move.isPending}
      error={move.error}
      close={close}
    />
  );
}

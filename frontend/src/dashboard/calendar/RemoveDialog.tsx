import { DeleteQuestion } from '../layout/DeleteQuestion';
import { WhatIsLost } from '../posts/WhatIsLost';
import { KINDS } from './kinds';
import { useRemove } from './useCalendar';
import type { KindOfPost } from './useCalendar';

export function RemoveDialog({ item, close }: { item: KindOfPost; close: () => void }) {
  const remove = useRemove();
  return (
    <DeleteQuestion noun={KINDS[item.kind].texts.one} what={item} removal={remove} close={close}>
      <WhatIsLost post={item} />
    </DeleteQuestion>
  );
}

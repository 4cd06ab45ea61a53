import { useKeptInput } from '../../../keptInput';
import { useFormat } from '../FormatContext';
import { BulkDeleteDialog } from './BulkDeleteDialog';
import { BulkScheduleDialog } from './BulkScheduleDialog';
import { SelectionBar } from './SelectionBar';
import type { Selection } from './useSelection';

/** Actions on the selected posts. */
export function BulkDialogs({ selection }: { selection: Selection }) {
  const { resource } = useFormat();
  const [opened, setOpened] = useKeptInput<'schedule' | 'delete' | undefined>(
    `${resource} bulk dialog`,
    undefined,
  );
  const close = () => {
    setOpened(undefined);
  };
  return (
    <>
      <SelectionBar
        selection={selection}
        schedule={() => {
          setOpened('schedule');
        }}
        remove={() => {
          setOpened('delete');
        }}
      />
      {opened === 'schedule' && (
        <BulkScheduleDialog
          posts={selection.posts}
          close={close}
          done={() => {
            close();
            selection.clear();
          }}
        />
      )}
      {opened === 'delete' && (
        <BulkDeleteDialog posts={selection.posts} close={close} gone={selection.drop} />
      )}
    </>
  );
}

import { useState } from 'react';
import { useKeptInput } from '../../../keptInput';
import type { Post } from '../../../types';
import { useFormat } from '../FormatContext';
import { AddTextDialog } from './AddTextDialog';
import { BulkDeleteDialog } from './BulkDeleteDialog';
import type { BulkDialogName } from './BulkMenu';
import { BulkScheduleDialog } from './BulkScheduleDialog';
import type { Change, Outcome, Refused } from './changeMany';
import { MoveDialog } from './MoveDialog';
import { RefusalsDialog } from './RefusalsDialog';
import { SelectionBar } from './SelectionBar';
import { ShiftDialog } from './ShiftDialog';
import { useBulkActions } from './useBulkActions';
import type { Selection } from './useSelection';

const FORMS = { shift: ShiftDialog, text: AddTextDialog, move: MoveDialog };

/** Actions on the selected posts. */
export function BulkDialogs({ selection }: { selection: Selection }) {
  const { resource } = useFormat();
  const [opened, setOpened] = useKeptInput<'schedule' | 'delete' | BulkDialogName | undefined>(
    `${resource} bulk dialog`,
    undefined,
  );
  const [refused, setRefused] = useState<Refused[]>([]);
  /** Selected until their refusal was read: without a selection there are no dialogs. */
  const [gone, setGone] = useState<number[]>([]);
  const { posts } = selection;
  const pending = posts.filter(({ status }) => status === 'pending');
  const forgetGone = () => {
    selection.drop(gone);
    setGone([]);
  };
  const close = () => {
    setOpened(undefined);
    forgetGone();
  };
  /** An open dialog says itself what was refused. */
  const changed = ({ done, refused: left }: Outcome, isClosed: boolean) => {
    selection.drop(done.map(({ id }) => id));
    setGone(left.filter(({ isGone }) => isGone).map(({ post }) => post.id));
    if (isClosed) setRefused(left);
  };
  const { change } = useBulkActions((outcome) => {
    changed(outcome, true);
  });
  const directly = (some: readonly Post[], wanted: Change) => {
    change.mutate({ posts: some, change: wanted });
  };
  const Form = opened && opened !== 'schedule' && opened !== 'delete' ? FORMS[opened] : undefined;
  return (
    <>
      <SelectionBar
        selection={selection}
        busy={change.isPending}
        open={setOpened}
        change={directly}
        hasPending={pending.length > 0}
      />
      {opened === 'schedule' && (
        <BulkScheduleDialog
          posts={pending}
          close={close}
          done={() => {
            close();
            selection.drop(pending.map(({ id }) => id));
          }}
        />
      )}
      {opened === 'delete' && (
        <BulkDeleteDialog
          posts={pending}
          failed={posts.length - pending.length}
          close={close}
          changed={changed}
        />
      )}
      {Form && <Form posts={pending} close={close} changed={changed} />}
      {refused.length > 0 && (
        <RefusalsDialog
          refused={refused}
          close={() => {
            setRefused([]);
            forgetGone();
          }}
        />
      )}
    </>
  );
}

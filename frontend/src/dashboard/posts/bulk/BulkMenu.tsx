import MoreIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import type { Post } from '../../../types';
import { ActionMenu, type Choice } from '../../layout/ActionMenu';
import { useAccountsToMoveTo } from './accountsToMoveTo';
import type { Change } from './changeMany';
import { TEXTS } from './texts';

export type BulkDialogName = 'shift' | 'text' | 'move';

interface BulkMenuProps {
  posts: readonly Post[];
  busy: boolean;
  open: (dialog: BulkDialogName) => void;
  change: (posts: readonly Post[], change: Change) => void;
}

/** Further actions on the selected posts: each on those that it suits. */
export function BulkMenu({ posts, busy, open, change }: BulkMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => {
    setAnchor(null);
  };
  const pending = posts.filter(({ status }) => status === 'pending');
  const timed = pending.filter(({ scheduled_for }) => scheduled_for);
  const drafts = pending.filter(({ draft }) => draft === 1);
  const others = pending.filter(({ draft }) => draft === 0);
  const failed = posts.filter(({ status }) => status === 'failed');
  const accounts = useAccountsToMoveTo(pending);
  const directly = (some: Post[], wanted: Change) =>
    some.length > 0
      ? () => {
          change(some, wanted);
        }
      : undefined;
  const inDialog = (name: BulkDialogName, isPossible: boolean) =>
    isPossible
      ? () => {
          open(name);
        }
      : undefined;
  const choices: Choice[] = [
    { text: TEXTS.shiftTimes, act: inDialog('shift', timed.length > 0) },
    { text: TEXTS.removeTimes, act: directly(timed, { action: 'clear_time' }) },
    { text: TEXTS.moveToDrafts, act: directly(others, { action: 'draft', draft: 1 }) },
    { text: TEXTS.release, act: directly(drafts, { action: 'draft', draft: 0 }) },
    { text: TEXTS.addText, act: inDialog('text', pending.length > 0) },
    { text: TEXTS.moveToAnother, act: inDialog('move', accounts.length > 0) },
    { text: TEXTS.retry, act: directly(failed, { action: 'retry' }) },
  ];
  return (
    <>
      <Tooltip title={TEXTS.more}>
        <IconButton
          size="small"
          aria-label={TEXTS.moreForSelected}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          disabled={busy}
          onClick={(event) => {
            setAnchor(event.currentTarget);
          }}
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {anchor && <ActionMenu choices={choices} anchor={anchor} close={close} />}
    </>
  );
}

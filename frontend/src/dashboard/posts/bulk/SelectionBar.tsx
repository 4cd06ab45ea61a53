import CloseIcon from '@mui/icons-material/CloseRounded';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EventIcon from '@mui/icons-material/EventOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import { useFormat } from '../FormatContext';
import type { Post } from '../../../types';
import { BulkMenu, type BulkDialogName } from './BulkMenu';
import type { Change } from './changeMany';
import type { Selection } from './useSelection';
import { TEXTS } from './texts';

interface SelectionBarProps {
  selection: Selection;
  /** Only pending posts can be scheduled or deleted. */
  hasPending: boolean;
  busy: boolean;
  open: (dialog: 'schedule' | 'delete' | BulkDialogName) => void;
  change: (posts: readonly Post[], change: Change) => void;
}

/** Floats at the bottom, so that the list does not shift. */
export function SelectionBar({ selection, hasPending, busy, open, change }: SelectionBarProps) {
  const { texts } = useFormat();
  const { posts, count, elsewhere, clear } = selection;
  return (
    <Paper
      component="section"
      className="selection-bar"
      aria-label={TEXTS.selectedPosts(texts.many)}
      elevation={6}
      sx={{
        position: 'fixed',
        zIndex: 'appBar',
        bottom: 'calc(16px + env(safe-area-inset-bottom))',
        left: '50%',
        transform: 'translateX(-50%)',
        width: { xs: 'calc(100% - 32px)', sm: 'auto' },
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        pl: 2,
        pr: 1,
        py: 1,
        borderRadius: 1.5,
        border: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        role="status"
        sx={{ flex: 1, mr: { sm: 2 }, lineHeight: '18px', fontVariantNumeric: 'tabular-nums' }}
      >
        <strong>{TEXTS.selectedCount(count)}</strong>
        {elsewhere > 0 && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: 13, display: 'block' }}>
            {TEXTS.notOnThisPage(elsewhere)}
          </Box>
        )}
      </Box>
      <Button
        size="small"
        variant="contained"
        startIcon={<EventIcon />}
        disabled={busy || !hasPending}
        onClick={() => {
          open('schedule');
        }}
      >
        {TEXTS.schedule}
      </Button>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-label={TEXTS.deleteSelected}
        disabled={busy || !hasPending}
        onClick={() => {
          open('delete');
        }}
        sx={{ minWidth: 40, gap: 1 }}
      >
        <DeleteIcon fontSize="small" />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {TEXTS.delete}
        </Box>
      </Button>
      <BulkMenu posts={posts} busy={busy} open={open} change={change} />
      <Tooltip title={TEXTS.clearSelection}>
        <IconButton size="small" aria-label={TEXTS.clearSelection} onClick={clear}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Paper>
  );
}

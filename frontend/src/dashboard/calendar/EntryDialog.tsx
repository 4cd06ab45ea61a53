import CloseIcon from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { dateTime, relative } from '../../format';
import { zoneLabel } from '../../zone';
import { PostAccount } from '../accounts/PostAccount';
import { editHref } from '../posts/editHref';
import { StatusOfPost } from '../posts/StatusOfPost';
import { FailureReason } from '../posts/FailureReason';
import { useUser } from '../queries';
import { KINDS } from '../posts/kinds';
import { Preview } from './Preview';
import { useRetry } from './useCalendar';
import type { PostWithKind } from './useCalendar';
import { TEXTS } from './texts';

interface EntryDialogProps {
  item: PostWithKind;
  close: () => void;
  schedule: () => void;
  remove: () => void;
}

/** Details and actions of one entry. */
export function EntryDialog({ item, close, schedule, remove }: EntryDialogProps) {
  const { label, screen } = KINDS[item.kind];
  const pending = item.status === 'pending';
  const retry = useRetry();
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="entry-title">
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, pl: 3, pr: 1.5, pt: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography
            id="entry-title"
            dir="auto"
            variant="h2"
            sx={{ fontSize: 18, overflowWrap: 'anywhere' }}
          >
            {item.title}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <PostAccount account={item.account} />
        </Box>
        <IconButton aria-label={TEXTS.close} onClick={close} sx={{ mt: -0.5 }}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ px: 3, py: 2, display: 'grid', gap: 2 }}>
        <Preview item={item} />
        <Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
            <StatusOfPost post={item} />
            <Time item={item} />
          </Box>
          <FailureReason post={item} />
        </Box>
      </Box>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 0.5 }}>
        <Button
          component={Link}
          to={screen.href}
          color="inherit"
          aria-label={TEXTS.inScreen(pending ? TEXTS.show : TEXTS.history, screen.title)}
          sx={{ mr: 'auto', ml: -1 }}
        >
          {pending ? TEXTS.showInList : TEXTS.history}
        </Button>
        {item.status === 'failed' && (
          <Button
            variant="contained"
            disabled={retry.isPending}
            onClick={() => {
              retry.mutate(item, { onSuccess: close });
            }}
          >
            {retry.isPending ? TEXTS.retrying : TEXTS.retry}
          </Button>
        )}
        {pending && (
          <>
            <Button color="error" onClick={remove}>
              {TEXTS.delete}
            </Button>
            <Button color="inherit" component={Link} to={editHref(item.id)}>
              {TEXTS.edit}
            </Button>
            <Button variant="contained" onClick={schedule}>
              {item.scheduled_for ? TEXTS.reschedule : TEXTS.schedule}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Time({ item: { scheduled_for: planned, published_at: published } }: { item: PostWithKind }) {
  const { timezone } = useUser();
  const at = published ?? planned;
  if (!at) return <Typography variant="body2">{TEXTS.notScheduled}</Typography>;
  return (
    <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      <time dateTime={at} title={zoneLabel(timezone, new Date(at))}>
        {dateTime(at, timezone)}
      </time>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        , {relative(at, Date.now())}
      </Box>
    </Typography>
  );
}

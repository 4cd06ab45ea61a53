import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EventIcon from '@mui/icons-material/EventOutlined';
import OpenIcon from '@mui/icons-material/OpenInNew';
import RetryIcon from '@mui/icons-material/Replay';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { Post } from '../../types';
import { useConfig } from '../queries';
import type { Open } from './opened';
import { usePostActions } from './usePostActions';

/** What the post's status offers. */
export function PostActions({ post, open }: { post: Post; open: Open }) {
  switch (post.status) {
    case 'pending':
      return <Pending post={post} open={open} />;
    case 'failed':
      return <Failed post={post} />;
    case 'published':
      return <Published post={post} />;
    case 'scheduled':
    case 'processing':
    case 'uploaded':
      return null;
  }
}

function Pending({ post, open }: { post: Post; open: Open }) {
  const verb = post.scheduled_for ? 'Reschedule' : 'Schedule';
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        startIcon={<EventIcon />}
        onClick={() => {
          open({ what: 'schedule', id: post.id });
        }}
      >
        {verb}
      </Button>
      <Tooltip title="Delete">
        <IconButton
          size="small"
          aria-label={`Delete ${post.title}`}
          onClick={() => {
            open({ what: 'delete', id: post.id });
          }}
        >
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

function Failed({ post }: { post: Post }) {
  const { retry } = usePostActions();
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      startIcon={<RetryIcon />}
      disabled={retry.isPending}
      onClick={() => {
        retry.mutate(post);
      }}
    >
      {retry.isPending ? 'Retrying...' : 'Retry'}
    </Button>
  );
}

function Published({ post }: { post: Post }) {
  const config = useConfig();
  const rehearsal = config?.network === 'rehearsal';
  const href = rehearsal ? (config.rehearsal?.url ?? '/rehearsal') : post.permalink;
  if (!href) return null;
  return (
    <Button
      size="small"
      color="inherit"
      sx={{ ml: { xs: -1.25, md: 0 }, whiteSpace: 'nowrap' }}
      endIcon={<OpenIcon />}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${rehearsal ? 'See post' : 'View on Facebook'}: ${post.title}`}
    >
      {rehearsal ? 'See post' : 'View on Facebook'}
    </Button>
  );
}

import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import EventIcon from '@mui/icons-material/EventOutlined';
import HistoryIcon from '@mui/icons-material/HistoryRounded';
import OpenIcon from '@mui/icons-material/OpenInNew';
import RetryIcon from '@mui/icons-material/Replay';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ElementType, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Post } from '../../types';
import { useConfig } from '../queries';
import { NETWORK_NAME } from './screenFormat';
import { useFormat } from './FormatContext';
import { Refusal } from '../layout/Refusal';
import { editHref } from './editHref';
import { PostMenu } from './PostMenu';
import type { OpenPostDialog, PostDialogState } from './postDialog';
import { usePostActions } from './usePostActions';
import { TEXTS } from './texts';

interface PostActionsProps {
  post: Post;
  open: OpenPostDialog;
}

const IN_LINE = { display: 'inline-flex', alignItems: 'center', gap: 0.5 };

/** The actions that the post's status allows. */
export function PostActions(props: PostActionsProps) {
  return (
    <Box sx={IN_LINE}>
      <Actions {...props} />
    </Box>
  );
}

function Actions({ post, open }: PostActionsProps) {
  switch (post.status) {
    case 'pending':
      return <Pending post={post} open={open} />;
    case 'failed':
      return <Failed post={post} open={open} />;
    case 'published':
      return <Settled post={post} open={open} />;
    case 'scheduled':
    case 'processing':
    case 'uploaded':
      return <Opener what="history" post={post} open={open} />;
  }
}

function Pending({ post, open }: PostActionsProps) {
  const actions = usePostActions();
  return (
    <WithMenu post={post} open={open} actions={actions}>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        startIcon={<EventIcon />}
        onClick={() => {
          open({ what: 'schedule', id: post.id });
        }}
      >
        {post.scheduled_for ? TEXTS.reschedule : TEXTS.schedule}
      </Button>
      <Edit post={post} />
      <Opener what="delete" post={post} open={open} />
      {isOverdue(post) && <Opener what="history" post={post} open={open} />}
    </WithMenu>
  );
}

function Settled({ post, open }: PostActionsProps) {
  const actions = usePostActions();
  return (
    <WithMenu post={post} open={open} actions={actions}>
      <Published post={post} />
      <Opener what="history" post={post} open={open} />
    </WithMenu>
  );
}

interface WithMenuProps extends PostActionsProps {
  actions: ReturnType<typeof usePostActions>;
  children: ReactNode;
}

/** Buttons, then the menu of all else; below them why something was refused. */
function WithMenu({ post, open, actions, children }: WithMenuProps) {
  const { retry, unschedule, hold, duplicate } = actions;
  return (
    <Box>
      <Box sx={IN_LINE}>
        {children}
        <PostMenu post={post} open={open} actions={actions} />
      </Box>
      <Refusal error={retry.error ?? unschedule.error ?? hold.error ?? duplicate.error} />
    </Box>
  );
}

/** Overdue posts may have attempts already. */
const isOverdue = ({ scheduled_for: time }: Post) => time !== null && Date.parse(time) < Date.now();

type What = Extract<NonNullable<PostDialogState>['what'], 'delete' | 'history'>;

const OPENERS: Record<What, { label: string; icon: ElementType }> = {
  delete: { label: TEXTS.delete, icon: DeleteIcon },
  history: { label: TEXTS.history, icon: HistoryIcon },
};

function Opener({ what, post, open }: PostActionsProps & { what: What }) {
  const { label, icon: Icon } = OPENERS[what];
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={`${label}${what === 'history' ? ' of' : ''} ${post.title}`}
        onClick={() => {
          open({ what, id: post.id });
        }}
      >
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

const Edit = ({ post: { id, title } }: { post: Post }) => (
  <Tooltip title={TEXTS.edit}>
    <IconButton size="small" component={Link} to={editHref(id)} aria-label={`${TEXTS.edit} ${title}`}>
      <EditIcon fontSize="small" />
    </IconButton>
  </Tooltip>
);

function Failed({ post, open }: PostActionsProps) {
  const actions = usePostActions();
  const { retry } = actions;
  return (
    <WithMenu post={post} open={open} actions={actions}>
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
        {retry.isPending ? TEXTS.retrying : TEXTS.retry}
      </Button>
      <Opener what="history" post={post} open={open} />
    </WithMenu>
  );
}

function Published({ post }: { post: Post }) {
  const { network } = useFormat();
  const config = useConfig();
  const rehearsal = config?.network === 'rehearsal';
  const href = rehearsal ? (config.rehearsal?.url ?? '/rehearsal') : post.permalink;
  if (!href) return null;
  const text = rehearsal ? TEXTS.seePost : TEXTS.viewOn(NETWORK_NAME[network]);
  return (
    <Button
      size="small"
      color="inherit"
      sx={{ ml: { xs: -1.25, md: 0 }, whiteSpace: 'nowrap' }}
      endIcon={<OpenIcon />}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${text}: ${post.title}`}
    >
      {text}
    </Button>
  );
}

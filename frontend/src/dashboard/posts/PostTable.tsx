import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { dateTime } from '../../format';
import type { Post } from '../../types';
import { useUser } from '../queries';
import { useFormat } from './FormatContext';
import { PostActions } from './PostActions';
import type { PostListProps } from './postDialog';
import { PostAccount } from '../accounts/PostAccount';
import { SelectBox } from './bulk/SelectBox';
import { ScheduledFor } from './ScheduledFor';
import { StatusOfPost } from './StatusOfPost';
import { Thumbnail } from './Thumbnail';
import { FailedComment } from './FailedComment';
import { FailureReason } from './FailureReason';
import { TEXTS } from './texts';

const COLUMNS = [TEXTS.title, TEXTS.status, TEXTS.scheduledFor, TEXTS.createdAt, TEXTS.actions];

export function PostTable({ posts, ...rest }: PostListProps) {
  const { title } = useFormat();
  return (
    <Table aria-label={title} sx={{ tableLayout: 'fixed', '& td': { py: 1.25 } }}>
      <TableHead>
        <TableRow>
          <TableCell component="td" padding="checkbox" sx={SELECT} />
          {COLUMNS.map((name) => (
            <TableCell key={name} sx={WIDTHS[name]} align={name === 'Actions' ? 'right' : 'left'}>
              {name}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {posts.map((post) => (
          <Row key={post.id} post={post} {...rest} />
        ))}
      </TableBody>
    </Table>
  );
}

const ROOMY = '@media (min-width: 1600px)';
/** Dates wrap to two lines, so that titles and the reason of a failure have room. */
const SCHEDULED = { width: 124, '@media (min-width: 1360px)': { width: 158 }, [ROOMY]: { width: 190 } };
const CREATED = { width: 124, [ROOMY]: { width: 190 } };

/** Aligned with the toolbar's checkbox. */
const SELECT = { width: 46, '&&': { pl: 1, pr: 0 } };
const WIDTHS: Record<string, object> = {
  Status: { width: 124 },
  'Scheduled For': SCHEDULED,
  'Created At': CREATED,
  // Room for five buttons, as an overdue post has.
  Actions: { width: 296 },
};

function Row({ post, open, selection }: Omit<PostListProps, 'posts'> & { post: Post }) {
  const { timezone } = useUser();
  return (
    <TableRow selected={selection.has(post.id)}>
      <TableCell padding="checkbox" sx={SELECT}>
        <SelectBox post={post} selection={selection} />
      </TableCell>
      <TableCell>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Thumbnail
            post={post}
            play={() => {
              open({ what: 'preview', id: post.id });
            }}
          />
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap dir="auto" title={post.title} sx={{ fontWeight: 600 }}>
              {post.title}
            </Typography>
            {post.description && (
              <Typography
                noWrap
                dir="auto"
                variant="body2"
                title={post.description}
                sx={{ color: 'text.secondary' }}
              >
                {post.description}
              </Typography>
            )}
            <PostAccount account={post.account} />
            <FailureReason post={post} />
            <FailedComment post={post} />
          </Box>
        </Box>
      </TableCell>
      <TableCell>
        <StatusOfPost post={post} />
      </TableCell>
      <TableCell>
        <ScheduledFor post={post} />
      </TableCell>
      <TableCell sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {dateTime(post.created_at, timezone)}
      </TableCell>
      <TableCell align="right">
        <PostActions post={post} open={open} />
      </TableCell>
    </TableRow>
  );
}

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
import { useChannel } from './ChannelContext';
import { PostActions } from './PostActions';
import type { Open } from './opened';
import { ScheduledFor } from './ScheduledFor';
import { StatusChip } from './StatusChip';
import { Thumbnail } from './Thumbnail';
import { WhyFailed } from './WhyFailed';

const COLUMNS = ['Title', 'Status', 'Scheduled For', 'Created At', 'Actions'];

export function PostTable({ posts, open }: { posts: Post[]; open: Open }) {
  const { title } = useChannel();
  return (
    <Table aria-label={title} sx={{ tableLayout: 'fixed', minWidth: 740, '& td': { py: 1.25 } }}>
      <TableHead>
        <TableRow>
          {COLUMNS.map((name) => (
            <TableCell key={name} sx={WIDTHS[name]} align={name === 'Actions' ? 'right' : 'left'}>
              {name}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {posts.map((post) => (
          <Row key={post.id} post={post} open={open} />
        ))}
      </TableBody>
    </Table>
  );
}

/** A date takes two lines until there is room for one. */
const DATE = { width: 132, '@media (min-width: 1360px)': { width: 196 } };
const WIDTHS: Record<string, object> = {
  Status: { width: 128 },
  'Scheduled For': DATE,
  'Created At': DATE,
  Actions: { width: 180 },
};

function Row({ post, open }: { post: Post; open: Open }) {
  const { timezone } = useUser();
  return (
    <TableRow>
      <TableCell>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Thumbnail
            post={post}
            play={() => {
              open({ what: 'player', id: post.id });
            }}
          />
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap title={post.title} sx={{ fontWeight: 600 }}>
              {post.title}
            </Typography>
            <WhyFailed post={post} />
          </Box>
        </Box>
      </TableCell>
      <TableCell>
        <StatusChip status={post.status} />
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

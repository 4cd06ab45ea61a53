import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { dateTime } from '../../format';
import type { Post } from '../../types';
import { useUser } from '../queries';
import { PostActions } from './PostActions';
import type { Open } from './opened';
import { ScheduledFor } from './ScheduledFor';
import { StatusChip } from './StatusChip';
import { Thumbnail } from './Thumbnail';
import { WhyFailed } from './WhyFailed';

export function PostCards({ posts, open }: { posts: Post[]; open: Open }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {posts.map((post) => (
        <Item key={post.id} post={post} open={open} />
      ))}
    </Box>
  );
}

function Item({ post, open }: { post: Post; open: Open }) {
  const { timezone } = useUser();
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, p: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Thumbnail
        post={post}
        play={() => {
          open({ what: 'player', id: post.id });
        }}
      />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography noWrap title={post.title} sx={{ fontWeight: 600, mb: 0.75 }}>
          {post.title}
        </Typography>
        <StatusChip status={post.status} />
        <Box
          component="dl"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'auto 1fr',
            columnGap: 1.5,
            rowGap: 0.5,
            m: 0,
            mt: 1.25,
          }}
        >
          <Fact name="Scheduled For">
            <ScheduledFor post={post} />
          </Fact>
          <Fact name="Created At">{dateTime(post.created_at, timezone)}</Fact>
        </Box>
        <WhyFailed post={post} />
        <Box sx={{ mt: 1.25, '&:empty': { display: 'none' } }}>
          <PostActions post={post} open={open} />
        </Box>
      </Box>
    </Box>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0 }}>
        {children}
      </Typography>
    </>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { dateTime } from '../../format';
import type { Post } from '../../types';
import { useUser } from '../queries';
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

export function PostCards({ posts, ...rest }: PostListProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {posts.map((post) => (
        <Item key={post.id} post={post} {...rest} />
      ))}
    </Box>
  );
}

function Item({ post, open, selection }: Omit<PostListProps, 'posts'> & { post: Post }) {
  const { timezone } = useUser();
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, p: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Thumbnail
        post={post}
        play={() => {
          open({ what: 'preview', id: post.id });
        }}
      />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
          <Typography noWrap dir="auto" title={post.title} sx={{ fontWeight: 600, mb: 0.75, flex: 1 }}>
            {post.title}
          </Typography>
          <SelectBox post={post} selection={selection} sx={{ m: -1 }} />
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.75 }}>
          <StatusOfPost post={post} />
          <PostAccount account={post.account} />
        </Box>
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
          <Fact name={TEXTS.scheduledFor}>
            <ScheduledFor post={post} />
          </Fact>
          <Fact name={TEXTS.createdAt}>{dateTime(post.created_at, timezone)}</Fact>
        </Box>
        <FailureReason post={post} />
        <FailedComment post={post} />
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

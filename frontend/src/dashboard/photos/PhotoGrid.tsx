import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Post } from '../../types';
import { PostAccount } from '../accounts/PostAccount';
import { SelectBox } from '../posts/bulk/SelectBox';
import type { PostListProps } from '../posts/postDialog';
import { PostActions } from '../posts/PostActions';
import { ScheduledFor } from '../posts/ScheduledFor';
import { StatusOfPost } from '../posts/StatusOfPost';
import { FailureReason } from '../posts/FailureReason';
import { PhotoButton } from './PhotoButton';

export const GRID = {
  listStyle: 'none',
  m: 0,
  p: 2,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 232px), 1fr))',
};

export function PhotoGrid({ posts, ...rest }: PostListProps) {
  return (
    <Box component="ul" sx={GRID}>
      {posts.map((post) => (
        <Tile key={post.id} post={post} {...rest} />
      ))}
    </Box>
  );
}

function Tile({ post, open, selection }: Omit<PostListProps, 'posts'> & { post: Post }) {
  const chosen = selection.has(post.id);
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        border: 1,
        borderColor: chosen ? 'primary.main' : 'divider',
        borderRadius: 1.25,
        overflow: 'hidden',
      }}
    >
      <PhotoButton
        post={post}
        open={() => {
          open({ what: 'preview', id: post.id });
        }}
      />
      <SelectBox
        post={post}
        selection={selection}
        sx={{
          position: 'absolute',
          top: 8,
          left: 8,
          p: 0.5,
          borderRadius: 1,
          bgcolor: 'background.paper',
          '&:hover': { bgcolor: 'background.paper' },
        }}
      />
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, gap: 0.75, p: 1.5 }}>
        <Typography noWrap dir="auto" title={post.title} sx={{ fontWeight: 600 }}>
          {post.title}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.75 }}>
          <StatusOfPost post={post} />
          <PostAccount account={post.account} />
        </Box>
        <Box sx={{ fontSize: 13 }}>
          <ScheduledFor post={post} />
        </Box>
        <FailureReason post={post} />
        <Box sx={{ mt: 'auto', pt: 0.5 }}>
          <PostActions post={post} open={open} />
        </Box>
      </Box>
    </Box>
  );
}

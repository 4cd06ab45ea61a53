import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { needsSubscription } from '../../api';
import { dateTime, plural, relative } from '../../format';
import type { Post } from '../../types';
import { Failure } from '../layout/Failure';
import { Panel } from '../layout/Panel';
import { pollInterval } from '../posts/poll';
import { StatusChip } from '../posts/StatusChip';
import { mediaUrl, Poster } from '../posts/Thumbnail';
import { WhyFailed } from '../posts/WhyFailed';
import { useProvider, useUser } from '../queries';
import { failedLately, lastPublished, nextOut, waitingWithoutTime } from './recent';

const RESOURCE = 'videos';

function useRecentPosts() {
  const provider = useProvider();
  return useQuery({
    queryKey: [RESOURCE, 'recent'],
    queryFn: () => provider.recentPosts(RESOURCE),
    refetchInterval: ({ state }) => pollInterval(state.data, Date.now()),
    meta: { failure: 'Failed to fetch videos' },
  });
}

interface PostsPanelProps {
  title: string;
  children: (posts: Post[]) => ReactNode;
}

/** A panel over the latest posts. Without a subscription there are none to tell of, and a banner says so. */
function PostsPanel({ title, children }: PostsPanelProps) {
  const { data, error, isPending, refetch } = useRecentPosts();
  return (
    <Panel
      title={title}
      aside={
        <Button
          size="small"
          component={Link}
          to="/dashboard/videos"
          aria-label={`All videos, ${title.toLowerCase()}`}
        >
          All videos
        </Button>
      }
    >
      {isPending ? (
        <Skeleton variant="rounded" height={80} />
      ) : data ? (
        children(data)
      ) : needsSubscription(error) ? (
        <Quiet>Choose a plan, and your posts appear here.</Quiet>
      ) : (
        <Failure text="Failed to fetch videos" retry={refetch} />
      )}
    </Panel>
  );
}

export function NextOut() {
  const { timezone } = useUser();
  return (
    <PostsPanel title="What goes out next">
      {(posts) => {
        const next = nextOut(posts);
        const waiting = waitingWithoutTime(posts);
        const last = lastPublished(posts);
        return (
          <>
            {next.map((post) => (
              <Line key={post.id} post={post}>
                {post.status === 'pending' && post.scheduled_for ? (
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {dateTime(post.scheduled_for, timezone)}, {relative(post.scheduled_for, Date.now())}
                  </Typography>
                ) : (
                  <StatusChip status={post.status} />
                )}
              </Line>
            ))}
            {next.length === 0 && <Quiet>Nothing has a time yet.</Quiet>}
            {waiting > 0 && (
              <Quiet>
                {plural(waiting, 'video')} without a time {waiting === 1 ? 'goes' : 'go'} out by your posting
                frequency.
              </Quiet>
            )}
            {last?.published_at && (
              <Quiet>
                The last one, “{last.title}”, went out {relative(last.published_at, Date.now())}.
              </Quiet>
            )}
          </>
        );
      }}
    </PostsPanel>
  );
}

export function FailedLately() {
  return (
    <PostsPanel title="What failed lately">
      {(posts) => {
        const failed = failedLately(posts, Date.now());
        if (failed.length === 0) return <Quiet>Nothing failed in the last two weeks.</Quiet>;
        return failed.map((post) => (
          <Line key={post.id} post={post}>
            <WhyFailed post={post} />
          </Line>
        ));
      }}
    </PostsPanel>
  );
}

function Line({ post, children }: { post: Post; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mb: 1.5 }}>
      <Poster src={post.thumbnail_path && mediaUrl(post.thumbnail_path)} />
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 600, mb: 0.5 }}>
          {post.title}
        </Typography>
        {children}
      </Box>
    </Box>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Typography sx={{ color: 'text.secondary', '& + &': { mt: 0.5 } }}>{children}</Typography>
);

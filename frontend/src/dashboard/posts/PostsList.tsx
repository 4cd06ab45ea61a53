import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useState } from 'react';
import { useListContext } from 'react-admin';
import type { Post } from '../../types';
import { Failure } from '../layout/Failure';
import { useFailureToast } from '../layout/useFailureToast';
import { refreshSubscription } from '../queries';
import { useChannel } from './ChannelContext';
import { DeleteDialog } from './DeleteDialog';
import { ListSkeleton } from './ListSkeleton';
import { NoPosts } from './NoPosts';
import type { Opened } from './opened';
import { Pager } from './Pager';
import { Player } from './Player';
import { PostCards } from './PostCards';
import { PostTable } from './PostTable';
import { ScheduleDialog } from './ScheduleDialog';

export function PostsList() {
  const { texts } = useChannel();
  const { data, error, isPending, refetch } = useListContext<Post>();
  const wide = useMediaQuery('(min-width:900px)', { noSsr: true });
  const [opened, setOpened] = useState<Opened>();
  useSummaryInStep(data);
  useFailureToast(error, texts.fetchFailed);

  const List = wide ? PostTable : PostCards;
  // By id, so that a dialog shows the post as the last poll saw it.
  const post = data?.find(({ id }) => id === opened?.id);
  const close = () => {
    setOpened(undefined);
  };

  return (
    <Card component="section" aria-label={`Your ${texts.many}`} sx={{ mt: 3 }}>
      {error ? (
        <Failure text={texts.fetchFailed} retry={refetch} />
      ) : isPending ? (
        <ListSkeleton wide={wide} />
      ) : data.length === 0 ? (
        <NoPosts />
      ) : (
        <>
          <Box sx={{ overflowX: 'auto' }}>
            <List posts={data} open={setOpened} />
          </Box>
          <Pager />
        </>
      )}
      {post && opened?.what === 'player' && <Player post={post} close={close} />}
      {post && opened?.what === 'schedule' && <ScheduleDialog post={post} close={close} />}
      {post && opened?.what === 'delete' && <DeleteDialog post={post} close={close} />}
    </Card>
  );
}

/** A post that moved on freed or took a task: the summary is asked again. */
function useSummaryInStep(posts: Post[] | undefined) {
  const client = useQueryClient();
  const states = posts?.map(({ id, status }) => `${id}:${status}`).join();
  useEffect(() => {
    if (states) void refreshSubscription(client);
  }, [states, client]);
}

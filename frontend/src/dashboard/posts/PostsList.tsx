import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useListContext } from 'react-admin';
import type { Post } from '../../types';
import { Failure } from '../layout/Failure';
import { useFailureToast } from '../layout/useFailureToast';
import { refreshSubscription } from '../queries';
import { BulkDialogs } from './bulk/BulkDialogs';
import { useSelection } from './bulk/useSelection';
import { useChannel } from './ChannelContext';
import { NoMatch } from './list/NoMatch';
import { Toolbar } from './list/Toolbar';
import { useFinder } from './list/useFinder';
import { NoPosts } from './NoPosts';
import type { Opened } from './opened';
import { Pager } from './Pager';
import { PostDialogs } from './PostDialogs';

export function PostsList() {
  const { texts, views } = useChannel();
  const { data, error, isPending, isPlaceholderData, refetch } = useListContext<Post>();
  const wide = useMediaQuery('(min-width:900px)', { noSsr: true });
  const finder = useFinder();
  const selection = useSelection(data);
  const [opened, setOpened] = useState<Opened>();
  const card = useRef<HTMLElement>(null);
  useSummaryInStep(data);
  useFailureToast(error, texts.fetchFailed);
  useFocusKept(card, data);
  const List = wide ? views.Wide : views.Narrow;
  const none = data?.length === 0;
  // By id, so that a dialog shows the post as the last poll saw it.
  const post = data?.find(({ id }) => id === opened?.id);
  return (
    <Card
      component="section"
      ref={card}
      tabIndex={-1}
      aria-label={`Your ${texts.many}`}
      sx={{ mt: 3, mb: selection.count > 0 ? 10 : 0, outline: 'none' }}
    >
      {(!none || finder.narrowed) && <Toolbar finder={finder} selection={selection} />}
      <BulkDialogs selection={selection} />
      {error ? (
        <Failure text={texts.fetchFailed} retry={refetch} />
      ) : isPending ? (
        <views.Loading wide={wide} />
      ) : none ? (
        finder.narrowed ? (
          <NoMatch clear={finder.clear} />
        ) : (
          <NoPosts />
        )
      ) : (
        <>
          <Box
            aria-busy={isPlaceholderData}
            sx={{ overflowX: 'auto', opacity: isPlaceholderData ? 0.6 : 1, transition: 'opacity 150ms' }}
          >
            <List posts={data} open={setOpened} selection={selection} />
          </Box>
          <Pager />
        </>
      )}
      {post && opened && (
        <PostDialogs
          what={opened.what}
          post={post}
          close={() => {
            setOpened(undefined);
          }}
          deleted={(id) => {
            selection.drop([id]);
          }}
        />
      )}
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

/** Whoever was on something that went with a post goes on from the list, and not from the top of the page. */
function useFocusKept(list: RefObject<HTMLElement | null>, posts: Post[] | undefined) {
  const within = useRef(false);
  useEffect(() => {
    const note = ({ target }: Event) => {
      within.current = list.current?.contains(target as Node) ?? false;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [list]);
  useEffect(() => {
    if (within.current && document.activeElement === document.body)
      list.current?.focus({ preventScroll: true });
  }, [list, posts]);
}

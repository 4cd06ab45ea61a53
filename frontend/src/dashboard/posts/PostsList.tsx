import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { Suspense, useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';
import type { Post } from '../../types';
import { useChoiceOfAccounts } from '../accounts/shownAccounts';
import { Failure } from '../layout/Failure';
import { useFailureToast } from '../layout/useFailureToast';
import { usePreload } from '../layout/usePreload';
import { useLastSeen } from '../layout/useLastSeen';
import { useContainerFit } from '../layout/useContainerFit';
import { refreshSubscription } from '../queries';
import { useSelection } from './bulk/useSelection';
import { useFormat } from './FormatContext';
import { NoMatchingPosts } from './list/NoMatchingPosts';
import { usePostFilter } from './list/usePostFilter';
import { NoPosts } from './NoPosts';
import type { PostDialogState } from './postDialog';
import { ListPagination } from '../layout/ListPagination';
import { PostDialogs, usePreloadDialogs } from './PostDialogs';
import { postMenuReady } from './PostMenu';
import { useFocusFallback } from './useFocusFallback';
import { useKeptInput } from '../../keptInput';
import { lazyPart } from '../../lazyPart';
import { TEXTS } from './texts';

// The list renders before the code of its toolbar and dialogs has loaded.
const PostsToolbar = lazyPart(() =>
  import('./list/PostsToolbar').then((part) => ({ default: part.PostsToolbar })),
);
const BulkDialogs = lazyPart(() =>
  import('./bulk/BulkDialogs').then((part) => ({ default: part.BulkDialogs })),
);

/** Height of the toolbar; on phones the accounts have a row of their own. */
const toolbar = (several: boolean) => ({
  height: { xs: several ? 169 : 117, md: 65 },
  borderBottom: 1,
  borderColor: 'divider',
});

const NONE: Post[] = [];

/** Minimum width of the table with a readable title. */
const TABLE_PX = 868;

export function PostsList() {
  const { resource, texts, views, network } = useFormat();
  const several = useChoiceOfAccounts(network).length > 0;
  const { data, error, isPending, isPlaceholderData, refetch } = useListContext<Post>();
  const filter = usePostFilter();
  const selection = useSelection(resource, data);
  const [opened, setOpened] = useKeptInput<PostDialogState>(`${resource} dialog`, undefined);
  const card = useRef<HTMLElement>(null);
  const wide = useContainerFit(card, TABLE_PX) > 0;
  useSummaryInStep(data);
  useFailureToast(error, texts.fetchFailed);
  usePreloadDialogs();
  usePreload(postMenuReady);
  usePreload(BulkDialogs.ready);
  useFocusFallback(card, data);
  const List = wide ? views.Wide : views.Narrow;
  const none = data?.length === 0;
  const post = useLastSeen(data ?? NONE, ({ id }) => id === opened?.id);
  return (
    <Card
      component="section"
      ref={card}
      tabIndex={-1}
      aria-label={TEXTS.yourPosts(texts.many)}
      sx={{ mt: 3, mb: selection.count > 0 ? 10 : 0, outline: 'none' }}
    >
      {(!none || filter.narrowed) && (
        <Suspense fallback={<Box sx={toolbar(several)} />}>
          <PostsToolbar filter={filter} selection={selection} />
        </Suspense>
      )}
      {selection.count > 0 && (
        <Suspense fallback={null}>
          <BulkDialogs selection={selection} />
        </Suspense>
      )}
      {error ? (
        <Failure text={texts.fetchFailed} retry={refetch} />
      ) : isPending ? (
        <views.Loading wide={wide} />
      ) : none ? (
        filter.narrowed ? (
          <NoMatchingPosts clear={filter.clear} />
        ) : (
          <NoPosts />
        )
      ) : (
        <>
          <Box
            aria-busy={isPlaceholderData}
            sx={{ opacity: isPlaceholderData ? 0.6 : 1, transition: 'opacity 150ms' }}
          >
            <List posts={data} open={setOpened} selection={selection} />
          </Box>
          <ListPagination />
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

/** Refetches the subscription when a status changes, since that frees or takes a task. */
function useSummaryInStep(posts: Post[] | undefined) {
  const client = useQueryClient();
  const states = posts?.map(({ id, status }) => `${id}:${status}`).join();
  useEffect(() => {
    if (states) void refreshSubscription(client);
  }, [states, client]);
}

import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import type { Post } from '../../types';
import { canUseSharedVideos } from '../../roles';
import { PostTo } from '../accounts/PostTo';
import { usePostTo } from '../accounts/usePostTo';
import { AddressedList, useOpenedView } from '../layout/AddressedList';
import { Screen } from '../layout/Screen';
import { useUser } from '../queries';
import { SubscriptionRequired } from '../subscription/SubscriptionRequired';
import { useNeedsPlan } from '../subscription/useNeedsPlan';
import type { ScreenFormat } from './screenFormat';
import { FIRST_PAGE } from './firstPage';
import { FormatProvider, useFormat } from './FormatContext';
import { pollInterval } from './pollInterval';
import { POSTS_ADDRESS } from './list/postFilters';
import { LibrarySection } from './library/LibrarySection';
import { PostsList } from './PostsList';
import { QuotaSummary } from './QuotaSummary';
import { ConfirmLeave } from './upload/ConfirmLeave';
import { UploadArea } from './upload/UploadArea';
import { useUploads } from './upload/useUploads';
import type { Uploads } from './upload/useUploads';

/** One screen of posts: quota, upload, list. */
export function PostsScreen({ format }: { format: ScreenFormat }) {
  return (
    <FormatProvider value={format}>
      <AddressedList<Post>
        resource={format.resource}
        address={POSTS_ADDRESS}
        {...FIRST_PAGE}
        queryOptions={{
          refetchInterval: ({ state }) => pollInterval(state.data?.data, Date.now()),
          // The list shows the error itself, once.
          onError: () => undefined,
        }}
      >
        <Posts />
      </AddressedList>
    </FormatProvider>
  );
}

function Posts() {
  const format = useFormat();
  const { title, lead, texts, library } = format;
  const user = useUser();
  const list = useListContext<Post>();
  const { key } = useOpenedView();
  const needsPlan = useNeedsPlan(list);
  // Held here, so that uploads still show their toasts if the list is refused first.
  const [uploadRefused, refuse] = useRefusedUpload(list);
  const postTo = usePostTo(format.network);
  const uploads = useUploads(format, {
    subscriptionRequired: refuse,
    accountIds: postTo.ids,
  });

  if (uploadRefused || needsPlan) {
    return (
      <Screen title={title}>
        <SubscriptionRequired message={texts.needsSubscription} />
      </Screen>
    );
  }
  return (
    <Screen
      title={title}
      lead={lead}
      action={<QuotaSummary />}
      // With chosen files, the upload area has its own button.
      thumb={uploads.uploads.length === 0 && <ChooseFiles {...uploads} />}
    >
      <UploadArea {...uploads} target={<PostTo network={format.network} disabled={uploads.busy} />} />
      {library && canUseSharedVideos(user) && <LibrarySection subscriptionRequired={refuse} />}
      <PostsList key={key} />
      <ConfirmLeave busy={uploads.busy} />
    </Screen>
  );
}

/** Whether an upload was refused because of a missing subscription, until the list is answered again. */
function useRefusedUpload({ isFetching, error }: { isFetching?: boolean; error: unknown }) {
  const [refused, setRefused] = useState<'before' | 'during' | false>(false);
  if (refused === 'before' && isFetching) setRefused('during');
  if (refused === 'during' && !isFetching) setRefused(error ? 'before' : false);
  const refuse = () => {
    setRefused('before');
  };
  return [refused !== false, refuse] as const;
}

function ChooseFiles({ format, input }: Uploads) {
  return (
    <Button
      variant="contained"
      startIcon={<UploadIcon />}
      onClick={() => {
        // Chosen files appear at the top.
        scrollTo({ top: 0 });
        input.current?.click();
      }}
    >
      {format.texts.upload}
    </Button>
  );
}

import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { isApiError } from '../../api';
import type { SharedVideo } from '../../types';
import { AddressedList, useOpenedView } from '../layout/AddressedList';
import { Empty } from '../layout/Empty';
import { readId, readText, type ListAddress, type ListView } from '../layout/listAddress';
import { isAdmin, canUseSharedVideos } from '../../roles';
import { Screen } from '../layout/Screen';
import { useListFilter } from '../layout/useListFilter';
import { useUser } from '../queries';
import { Library } from './Library';
import { LibraryFilters } from './LibraryFilters';
import type { Wanted } from './LibraryFilters';
import { LibraryUpload } from './LibraryUpload';
import { TEXTS } from './texts';

/** Divisible by rows of two, three, four and six. */
const PAGE_SIZE = 24;
const EVERYTHING: Wanted = { text: '', categoryId: null };
const ADDRESS: ListAddress = { filters: { q: readText, category_id: readId }, sorts: [] };

export default function SharedVideos() {
  if (!canUseSharedVideos(useUser())) return <NotAllowed />;
  return (
    <AddressedList<SharedVideo>
      resource="shared-videos"
      address={ADDRESS}
      perPage={PAGE_SIZE}
      sort={{ field: 'id', order: 'DESC' }}
      // The list shows the error itself, once.
      queryOptions={{ onError: () => undefined }}
    >
      <SharedLibrary />
    </AddressedList>
  );
}

function SharedLibrary() {
  const admin = isAdmin(useUser());
  const { error } = useListContext<SharedVideo>();
  const { key } = useOpenedView();
  // The permission may have been revoked since the sign-in.
  if (isApiError(error) && error.status === 403) return <NotAllowed />;
  return (
    <Screen title={TEXTS.sharedVideos} lead={TEXTS.lead}>
      {admin && (
        <Box sx={{ mb: 3 }}>
          <LibraryUpload />
        </Box>
      )}
      <FoundVideos key={key} />
    </Screen>
  );
}

function FoundVideos() {
  const { view } = useOpenedView();
  const [wanted, setWanted] = useState<Wanted>(() => wantedIn(view));
  useListFilter({ q: wanted.text.trim(), category_id: wanted.categoryId });
  return (
    <>
      <LibraryFilters wanted={wanted} change={setWanted} />
      <Library
        searching={wanted.text.trim() !== '' || wanted.categoryId !== null}
        clear={() => {
          setWanted(EVERYTHING);
        }}
      />
    </>
  );
}

function wantedIn({ filter }: ListView): Wanted {
  const { q = '', category_id = null } = filter as { q?: string; category_id?: number };
  return { text: q, categoryId: category_id };
}

const NotAllowed = () => (
  <Screen title={TEXTS.sharedVideos}>
    <Card>
      <Empty icon={LockIcon} text={TEXTS.youNeedPermissionToAccess} />
    </Card>
  </Screen>
);

import LibraryIcon from '@mui/icons-material/VideoLibraryOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import type { SharedVideo } from '../../types';
import { Empty } from '../layout/Empty';
import { isAdmin } from '../../roles';
import { Failure } from '../layout/Failure';
import { useFailureToast } from '../layout/useFailureToast';
import { useLastSeen } from '../layout/useLastSeen';
import { ListPagination } from '../layout/ListPagination';
import { Player } from '../posts/Player';
import { useUser } from '../queries';
import { DeleteSharedVideo } from './DeleteSharedVideo';
import { GRID, LibrarySkeleton } from './LibrarySkeleton';
import { SharedVideoCard } from './SharedVideoCard';
import { TEXTS } from './texts';

const FAILED = TEXTS.fetchFailed;
const NONE: SharedVideo[] = [];

interface LibraryProps {
  searching: boolean;
  clear: () => void;
}

export function Library({ searching, clear }: LibraryProps) {
  const { data, error, isPending, refetch } = useListContext<SharedVideo>();
  const [opened, setOpened] = useState<{ what: 'player' | 'delete'; id: number }>();
  useFailureToast(error, FAILED);
  const video = useLastSeen(data ?? NONE, ({ id }) => id === opened?.id);
  const close = () => {
    setOpened(undefined);
  };
  return (
    <Card component="section" aria-label={TEXTS.sharedLibrary}>
      {error ? (
        <Failure text={FAILED} retry={refetch} />
      ) : isPending ? (
        <LibrarySkeleton />
      ) : data.length === 0 ? (
        <Nothing searching={searching} clear={clear} />
      ) : (
        <>
          <Box component="ul" sx={GRID}>
            {data.map((each) => (
              <SharedVideoCard key={each.id} video={each} open={setOpened} />
            ))}
          </Box>
          <ListPagination />
        </>
      )}
      {video && opened?.what === 'player' && <Player post={video} close={close} />}
      {video && opened?.what === 'delete' && <DeleteSharedVideo video={video} close={close} />}
    </Card>
  );
}

function Nothing({ searching, clear }: LibraryProps) {
  const admin = isAdmin(useUser());
  if (searching) {
    return (
      <Empty icon={LibraryIcon} text={TEXTS.noMatch}>
        <Button variant="outlined" color="inherit" onClick={clear} sx={{ mt: 1, color: 'text.primary' }}>
          {TEXTS.showAll}
        </Button>
      </Empty>
    );
  }
  return (
    <Empty icon={LibraryIcon} text={TEXTS.empty}>
      {admin ? TEXTS.emptyForAdmins : TEXTS.emptyForUsers}
    </Empty>
  );
}

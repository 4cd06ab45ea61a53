import Skeleton from '@mui/material/Skeleton';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { Failure } from '../layout/Failure';
import { Screen } from '../layout/Screen';
import { useFreshUser } from '../queries';
import { FacebookForm } from './FacebookForm';
import { Preferences } from './Preferences';
import { ProfileForm } from './ProfileForm';

const FAILED = 'Failed to fetch user profile';

export default function Settings() {
  const { data, isPending, refetch } = useFreshUser('settings', FAILED);
  return (
    <Screen title="Settings" lead="Who you are, and where your posts go.">
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 2, md: 3 },
          alignItems: 'start',
          gridTemplateRows: { lg: 'auto 1fr' },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
        }}
      >
        {isPending ? (
          <>
            <Skeleton variant="rounded" height={388} />
            <Skeleton variant="rounded" height={706} sx={{ gridRow: { lg: 'span 2' } }} />
            <Skeleton variant="rounded" height={278} />
          </>
        ) : data ? (
          <>
            <ProfileForm user={data} />
            <Box sx={{ gridRow: { lg: 'span 2' } }}>
              <FacebookForm user={data} />
            </Box>
            <Preferences user={data} />
          </>
        ) : (
          <Card sx={{ gridColumn: '1 / -1' }}>
            <Failure text={FAILED} retry={refetch} />
          </Card>
        )}
      </Box>
    </Screen>
  );
}

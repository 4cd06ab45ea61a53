import { useQuery } from '@tanstack/react-query';
import Skeleton from '@mui/material/Skeleton';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { User } from '../../types';
import { useCategories } from '../useCategories';
import { canUseSharedVideos } from '../../roles';
import { Failure } from '../layout/Failure';
import { Panel } from '../layout/Panel';
import { PreferencesForm } from './PreferencesForm';
import { fetchPreferences } from './calls';

/** The categories of the shared library that are posted from automatically. */
export function Preferences({ user }: { user: User }) {
  const categories = useCategories();
  const preferred = useQuery({
    queryKey: ['preferences'],
    // A form begins with what is so now, never with what was so at an earlier visit.
    gcTime: 0,
    // That this failed is logged and no more: the user's record has them as well.
    queryFn: () =>
      fetchPreferences().catch((error: unknown) => {
        console.warn('The preferred categories could not be read', error);
        return { category_ids: user.preferred_categories };
      }),
  });
  return (
    <Panel title="Category Preferences">
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>
        {canUseSharedVideos(user)
          ? 'Whenever nothing of yours waits, the next video of these categories in the shared library is posted for you. None chosen: none is posted.'
          : 'Videos of these categories can be posted for you once an administrator lets you use shared videos. Until then your choice is only kept.'}
      </Typography>
      {categories.isError ? (
        <Failure text="Failed to fetch categories" retry={categories.refetch} />
      ) : categories.data && preferred.data ? (
        <PreferencesForm categories={categories.data} preferred={preferred.data.category_ids} />
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

const Loading = () => (
  <Box role="status" aria-label="Loading">
    {[140, 100, 120].map((width) => (
      <Skeleton key={width} width={width} height={38} />
    ))}
  </Box>
);

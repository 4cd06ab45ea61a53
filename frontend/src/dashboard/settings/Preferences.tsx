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
import { TEXTS } from './texts';

/** The categories of the shared library that are posted from automatically. */
export function Preferences({ user }: { user: User }) {
  const categories = useCategories();
  const preferred = useQuery({
    queryKey: ['preferences'],
    // No cache: a form must start with current values.
    gcTime: 0,
    // A failure is only logged, since the user record has them too.
    queryFn: () =>
      fetchPreferences().catch((error: unknown) => {
        console.warn('The preferred categories could not be read', error);
        return { category_ids: user.preferred_categories };
      }),
  });
  return (
    <Panel title={TEXTS.categoryPreferences}>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>
        {canUseSharedVideos(user) ? TEXTS.preferencesLead : TEXTS.preferencesLocked}
      </Typography>
      {categories.isError ? (
        <Failure text={TEXTS.categoriesFailed} retry={categories.refetch} />
      ) : categories.data && preferred.data ? (
        <PreferencesForm categories={categories.data} preferred={preferred.data.category_ids} />
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

const Loading = () => (
  <Box role="status" aria-label={TEXTS.loading}>
    {[140, 100, 120].map((width) => (
      <Skeleton key={width} width={width} height={38} />
    ))}
  </Box>
);

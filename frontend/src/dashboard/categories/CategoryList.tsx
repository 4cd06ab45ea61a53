import CategoriesIcon from '@mui/icons-material/LabelOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import type { Category } from '../../types';
import { Empty } from '../layout/Empty';
import { Failure } from '../layout/Failure';
import { useHeldRows } from '../layout/useHeldRows';
import { CategoryRow } from './CategoryRow';
import { useCategories } from '../useCategories';
import { TEXTS } from './texts';

const NONE: Category[] = [];

export function CategoryList() {
  const { data, isPending, isError, refetch } = useCategories();
  const { rows, hold } = useHeldRows(isError || isPending ? NONE : data);
  return (
    <Card component="section" aria-label={TEXTS.categories} sx={{ mt: { xs: 2, md: 3 } }}>
      {isError ? (
        <Failure text={TEXTS.fetchFailed} retry={refetch} />
      ) : isPending ? (
        <Loading />
      ) : data.length === 0 ? (
        <Empty icon={CategoriesIcon} text={TEXTS.empty}>
          {TEXTS.emptyHint}
        </Empty>
      ) : null}
      {rows.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((category) => (
            <CategoryRow key={category.id} category={category} hold={hold} />
          ))}
        </Box>
      )}
    </Card>
  );
}

const Loading = () => (
  <Box role="status" aria-label={TEXTS.loading}>
    {[1, 2, 3, 4].map((row) => (
      <Box key={row} sx={{ p: 2, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
        <Skeleton width={180} height={24} />
        <Skeleton width="60%" />
      </Box>
    ))}
  </Box>
);

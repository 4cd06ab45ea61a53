import SearchIcon from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect } from 'react';
import { useCategories } from '../useCategories';
import { CategorySelect } from './CategorySelect';
import { TEXTS } from './texts';

/** The search and filter of the library. */
export interface Wanted {
  text: string;
  categoryId: number | null;
}

interface LibraryFiltersProps {
  wanted: Wanted;
  change: (wanted: Wanted) => void;
}

export function LibraryFilters({ wanted, change }: LibraryFiltersProps) {
  const { data: categories = [], isSuccess } = useCategories();
  const isGone =
    isSuccess && wanted.categoryId !== null && !categories.some(({ id }) => id === wanted.categoryId);
  useEffect(() => {
    // Deleted meanwhile, or never there: of an address.
    if (isGone) change({ ...wanted, categoryId: null });
  }, [isGone, wanted, change]);
  return (
    <Box
      role="search"
      aria-label={TEXTS.sharedLibrary}
      sx={{
        display: 'grid',
        gap: { xs: 1.5, sm: 2 },
        mb: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 320px) minmax(0, 220px)' },
      }}
    >
      <TextField
        size="small"
        type="search"
        placeholder={TEXTS.searchByTitle}
        value={wanted.text}
        onChange={(event) => {
          change({ ...wanted, text: event.target.value });
        }}
        slotProps={{
          htmlInput: { 'aria-label': TEXTS.searchByTitle },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <CategorySelect
        name={TEXTS.showCategory}
        categories={categories}
        none={TEXTS.allCategories}
        value={wanted.categoryId}
        change={(categoryId) => {
          change({ ...wanted, categoryId });
        }}
      />
    </Box>
  );
}

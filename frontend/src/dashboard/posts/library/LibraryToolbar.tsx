import SearchIcon from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useCategories } from '../../useCategories';
import type { Library } from './useLibrary';
import { TEXTS } from './texts';

const ANY = 'any';

export function LibraryToolbar({ library }: { library: Library }) {
  const { data: categories = [] } = useCategories();
  return (
    <Box
      role="search"
      aria-label={TEXTS.findSharedVideos}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 220px' },
        gap: 1.5,
        p: 2,
        pb: 1,
        '& .MuiInputBase-root': { height: 40 },
      }}
    >
      <TextField
        type="search"
        size="small"
        placeholder={TEXTS.searchTheLibrary}
        value={library.text}
        onChange={(event) => {
          library.setText(event.target.value);
        }}
        slotProps={{
          htmlInput: { 'aria-label': TEXTS.searchTheLibrary, maxLength: 255 },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <TextField
        select
        size="small"
        value={library.category ?? ANY}
        onChange={({ target: { value } }) => {
          library.setCategory(value === ANY ? undefined : Number(value));
        }}
        slotProps={{ htmlInput: { 'aria-label': TEXTS.category } }}
      >
        <MenuItem value={ANY}>{TEXTS.allCategories}</MenuItem>
        {categories.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            <bdi>{name}</bdi>
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}

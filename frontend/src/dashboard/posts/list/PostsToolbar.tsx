import SearchIcon from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import type { PostStatus } from '../../../types';
import { AccountFilter } from '../../accounts/AccountFilter';
import { useChoiceOfAccounts } from '../../accounts/shownAccounts';
import type { Selection } from '../bulk/useSelection';
import { useFormat } from '../FormatContext';
import { SORTS, STATUSES, type SortName } from './postFilters';
import type { PostFilter } from './usePostFilter';
import { TEXTS } from './texts';

const ANY = 'any';

/** Selection of the page, search, filters and order. */
export function PostsToolbar({ filter, selection }: { filter: PostFilter; selection: Selection }) {
  const { texts, network } = useFormat();
  const several = useChoiceOfAccounts(network).length > 0;
  const { page } = selection;
  return (
    <Box
      role="search"
      aria-label={TEXTS.find(texts.many)}
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'auto 1fr 1fr',
          md: several ? 'auto 1fr 172px 150px 168px' : 'auto 1fr 172px 176px',
        },
        alignItems: 'center',
        gap: 1.5,
        p: 1.5,
        pl: 1,
        borderBottom: 1,
        borderColor: 'divider',
        '& .MuiInputBase-root': { height: 40 },
      }}
    >
      <Tooltip title={page.all ? TEXTS.deselectPage : TEXTS.selectPage}>
        <Checkbox
          size="small"
          disabled={page.selectable === 0}
          checked={page.all}
          indeterminate={page.some && !page.all}
          onChange={selection.togglePage}
          slotProps={{ input: { 'aria-label': TEXTS.selectPageOf(texts.many) } }}
        />
      </Tooltip>
      <TextField
        type="search"
        size="small"
        placeholder={TEXTS.searchByTitle}
        value={filter.text}
        onChange={(event) => {
          filter.setText(event.target.value);
        }}
        slotProps={{
          htmlInput: { 'aria-label': TEXTS.searchByTitle, maxLength: 255 },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
        sx={{ gridColumn: { xs: '2 / -1', md: 'auto' } }}
      />
      <AccountFilter
        network={network}
        value={filter.account}
        change={filter.setAccount}
        sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}
      />
      <TextField
        select
        size="small"
        value={filter.status ?? ANY}
        onChange={({ target: { value } }) => {
          filter.setStatus(value === ANY ? undefined : (value as PostStatus));
        }}
        slotProps={{ htmlInput: { 'aria-label': TEXTS.status } }}
        sx={{ gridColumn: { xs: '1 / 3', md: 'auto' } }}
      >
        <MenuItem value={ANY}>{TEXTS.allStatuses}</MenuItem>
        {STATUSES.map((status) => (
          <MenuItem key={status} value={status}>
            {status.charAt(0).toUpperCase() + status.slice(1)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        value={filter.sort}
        onChange={({ target: { value } }) => {
          filter.setSort(value as SortName);
        }}
        slotProps={{ htmlInput: { 'aria-label': TEXTS.order } }}
      >
        {Object.entries(SORTS).map(([name, { label }]) => (
          <MenuItem key={name} value={name}>
            {label}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}

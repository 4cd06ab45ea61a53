import SearchIcon from '@mui/icons-material/SearchRounded';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { nameOf, type Account } from './account';
import { TEXTS } from './texts';

/** More than these can be searched. */
const FEW = 8;

interface AccountSearch {
  /** Those that match, and those that are chosen. */
  shown: Account[];
  /** The field and what it did not find; nothing for a few accounts. */
  field: ReactNode;
}

export function useAccountSearch(
  accounts: readonly Account[],
  isChosen: (account: Account) => boolean,
): AccountSearch {
  const [text, setText] = useState('');
  if (accounts.length <= FEW) return { shown: [...accounts], field: null };
  const wanted = text.trim().toLocaleLowerCase();
  const matches = (account: Account) => nameOf(account).toLocaleLowerCase().includes(wanted);
  const field = (
    <>
      <TextField
        type="search"
        size="small"
        fullWidth
        placeholder={TEXTS.search}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
        onKeyDown={(event) => {
          // In a form it would send it.
          if (event.key === 'Enter') event.preventDefault();
        }}
        slotProps={{
          htmlInput: { 'aria-label': TEXTS.search, maxLength: 255 },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {!accounts.some(matches) && (
        <Typography role="status" sx={{ color: 'text.secondary' }}>
          {TEXTS.noMatch}
        </Typography>
      )}
    </>
  );
  return { shown: accounts.filter((account) => matches(account) || isChosen(account)), field };
}

/** Of a list that may be long. Room for the outlines of what has the focus. */
export const SCROLLED = { maxHeight: 360, overflowY: 'auto', m: -0.5, p: 0.5 };

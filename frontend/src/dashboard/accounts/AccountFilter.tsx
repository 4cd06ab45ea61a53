import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { SxProps } from '@mui/material/styles';
import { useEffect } from 'react';
import { nameOf, type Network } from './account';
import { TEXTS } from './texts';
import { useAccounts } from '../queries';
import { useChoiceOfAccounts } from './shownAccounts';

interface AccountFilterProps {
  /** Absent: the accounts of both. */
  network?: Network;
  /** Absent: all accounts. */
  value: number | undefined;
  change: (id: number | undefined) => void;
  sx?: SxProps;
}

const ALL = 'all';
/** Long names take a second line in the menu. */
const WHOLE = { whiteSpace: 'normal', overflowWrap: 'anywhere' };

/** Only one account's posts; nothing while there is no choice. */
export function AccountFilter({ network, value, change, sx }: AccountFilterProps) {
  const choice = useChoiceOfAccounts(network);
  // Unknown until they are fetched.
  const { isSuccess } = useAccounts();
  const isGone = isSuccess && value !== undefined && !choice.some(({ id }) => id === value);
  useEffect(() => {
    // Removed meanwhile, here or in another tab.
    if (isGone) change(undefined);
  });
  if (choice.length === 0) return null;
  return (
    <TextField
      select
      size="small"
      value={value === undefined || isGone ? ALL : value}
      onChange={({ target }) => {
        change(target.value === ALL ? undefined : Number(target.value));
      }}
      slotProps={{ htmlInput: { 'aria-label': TEXTS.account } }}
      sx={sx}
    >
      <MenuItem value={ALL}>{TEXTS.allAccounts}</MenuItem>
      {choice.map((account) => (
        <MenuItem key={account.id} value={account.id} sx={WHOLE}>
          <span>
            <bdi>{nameOf(account)}</bdi>
            {!network && `, ${TEXTS[account.network]}`}
          </span>
        </MenuItem>
      ))}
    </TextField>
  );
}

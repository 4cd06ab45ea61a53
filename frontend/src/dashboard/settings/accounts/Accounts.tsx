import SearchIcon from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { nameOf, type Account } from '../../accounts/account';
import { useConfig } from '../../queries';
import { ConnectButton } from '../connect/ConnectButton';
import { AccountCard } from './AccountCard';
import { needsReconnect } from './accountWords';
import { AddAccount } from './AddAccount';
import { TEXTS } from './texts';

/** More than these can be searched. */
const FEW = 10;
const SHOWN = 24;

/** One card for each account; first those that need to be connected again, to which banners lead. */
export function Accounts({ accounts }: { accounts: Account[] }) {
  const connect = useConfig()?.connect;
  const [adding, setAdding] = useState(false);
  const [text, setText] = useState('');
  const [all, setAll] = useState(false);
  const found = neediestFirst(matching(accounts, text));
  const shown = all ? found : found.slice(0, SHOWN);
  return (
    <Box component="section" aria-labelledby="accounts" sx={{ mb: { xs: 4, md: 5 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Box sx={{ flex: '1 1 260px' }}>
          <Typography id="accounts" variant="h2">
            {TEXTS.accounts}
          </Typography>
          <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{TEXTS.lead}</Typography>
        </Box>
        {connect && <ConnectButton />}
        <Button
          variant={connect ? 'text' : 'contained'}
          color={connect ? 'inherit' : 'primary'}
          onClick={() => {
            setAdding(true);
          }}
        >
          {connect ? TEXTS.pasteInstead : TEXTS.addAnother}
        </Button>
      </Box>
      {accounts.length > FEW && (
        <TextField
          type="search"
          size="small"
          placeholder={TEXTS.search}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
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
          sx={{ mb: 2, width: { xs: '100%', sm: 320 }, bgcolor: 'background.paper' }}
        />
      )}
      <Box component="ul" aria-label={TEXTS.accounts} sx={GRID}>
        {shown.map((account) => (
          <AccountCard key={account.id} account={account} accounts={accounts} />
        ))}
      </Box>
      {found.length === 0 && (
        <Typography role="status" sx={{ color: 'text.secondary', py: 2 }}>
          {TEXTS.noMatch}
        </Typography>
      )}
      {shown.length < found.length && (
        <Button
          color="inherit"
          sx={{ mt: 2 }}
          onClick={() => {
            setAll(true);
          }}
        >
          {TEXTS.showAll(found.length)}
        </Button>
      )}
      {adding && (
        <AddAccount
          close={() => {
            setAdding(false);
          }}
        />
      )}
    </Box>
  );
}

const GRID = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: { xs: 2, md: 3 },
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))',
};

function matching(accounts: Account[], text: string): Account[] {
  const wanted = text.trim().toLocaleLowerCase();
  return wanted
    ? accounts.filter((account) => nameOf(account).toLocaleLowerCase().includes(wanted))
    : accounts;
}

function neediestFirst(accounts: Account[]): Account[] {
  const now = Date.now();
  const need = (account: Account) => (needsReconnect(account, now) ? 0 : 1);
  return [...accounts].sort((a, b) => need(a) - need(b));
}

import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { dateTime, plural, relative } from '../../../format';
import { nameOf, type Account } from '../../accounts/account';
import { AccountPicture } from '../../accounts/AccountPicture';
import { StatusChip } from '../../layout/StatusChip';
import { useFocusFallback } from '../../posts/useFocusFallback';
import { useUser } from '../../queries';
import { ConnectionTimes } from '../ConnectionTimes';
import { NotGranted } from '../NotGranted';
import { AccountActions } from './AccountActions';
import { CheckAccount } from './CheckAccount';
import { dataAccessWarning, stateOf } from './accountWords';
import { AccountPosting } from './posting/AccountPosting';
import { TEXTS } from './texts';

interface AccountCardProps {
  account: Account;
  /** All of them, for where its posts may be moved to. */
  accounts: Account[];
}

/** Links of banners lead here. */
const anchorOf = ({ id }: Pick<Account, 'id'>) => `account-${id}`;

/** An account: what it is, how it is, what waits for it, and what can be done. */
export function AccountCard({ account, accounts }: AccountCardProps) {
  const heading = useId();
  const card = useRef<HTMLLIElement>(null);
  useFocusFallback(card, account);
  const name = nameOf(account);
  const warning = dataAccessWarning(account, Date.now());
  return (
    <Card
      component="li"
      ref={card}
      id={anchorOf(account)}
      tabIndex={-1}
      aria-labelledby={heading}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, p: { xs: 2, sm: 2.5 }, scrollMarginTop: 72 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <AccountPicture account={{ ...account, name }} size="large" />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={heading} dir="auto" variant="h3" title={name} sx={NAME}>
            {name}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {account.network === 'facebook' ? TEXTS.page : TEXTS.instagram}
            </Typography>
            {account.is_default === 1 && (
              <Chip
                size="small"
                variant="outlined"
                color="primary"
                label={TEXTS.isDefault}
                sx={{ height: 20 }}
              />
            )}
          </Box>
        </Box>
      </Box>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mb: 0.5 }}>
          <StatusChip status={account.status} />
          <Typography sx={{ lineHeight: '24px', ...(account.status === 'paused' && PAUSED) }}>
            {stateOf(account)}
          </Typography>
        </Box>
        <ConnectionTimes {...account}>
          <CheckAccount account={account} />
        </ConnectionTimes>
        {warning && (
          <Typography variant="body2" sx={{ color: 'tones.bad.text' }}>
            {warning}
          </Typography>
        )}
      </Box>
      <NotGranted names={account.missing_permissions ?? []} />
      <Box component="ul" sx={FACTS}>
        <li>
          <Waiting {...account} />
        </li>
        <li>
          <AccountPosting account={account} />
        </li>
      </Box>
      <AccountActions account={account} accounts={accounts} />
    </Card>
  );
}

function Waiting({ pending, next_at: next }: Account) {
  const { timezone } = useUser();
  if (pending === 0) return TEXTS.nothingPending;
  return (
    <>
      {TEXTS.pending(plural(pending, 'post'))}
      {next && (
        <>
          {', '}
          <time dateTime={next} title={dateTime(next, timezone)}>
            {TEXTS.next(relative(next, Date.now()))}
          </time>
        </>
      )}
    </>
  );
}

const PAUSED = { color: 'tones.bad.text', fontWeight: 600 };

const NAME = {
  fontSize: 16,
  lineHeight: '22px',
  fontWeight: 600,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  // Beside its picture, whatever its script.
  textAlign: 'left',
};

const FACTS = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 0.25,
  typography: 'body2',
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
};

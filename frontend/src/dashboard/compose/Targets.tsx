import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { Account } from '../accounts/account';
import { SCROLLED, useAccountSearch } from '../accounts/useAccountSearch';
import { Failure } from '../layout/Failure';
import { Panel } from '../layout/Panel';
import { useAccounts } from '../queries';
import { TargetRow } from './TargetRow';
import { TEXTS } from './texts';
import type { Composer } from './useComposer';

/** The accounts that the post goes to, each with what differs there. */
export function Targets({ composer }: { composer: Composer }) {
  const { accounts, wrong } = composer;
  return (
    <Panel title={TEXTS.postTo}>
      {accounts ? (
        accounts.length > 0 ? (
          <TargetList accounts={accounts} composer={composer} />
        ) : (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
            <Typography sx={{ color: 'text.secondary', flex: '1 1 200px' }}>{TEXTS.noAccounts}</Typography>
            <Button variant="outlined" component={Link} to="/dashboard/settings">
              {TEXTS.openSettings}
            </Button>
          </Box>
        )
      ) : (
        <Waiting />
      )}
      {wrong.accounts && (
        <Typography role="alert" data-wrong tabIndex={-1} sx={{ color: 'error.main', mt: 1.5 }}>
          {wrong.accounts}
        </Typography>
      )}
    </Panel>
  );
}

function TargetList({ accounts, composer }: { accounts: readonly Account[]; composer: Composer }) {
  const { targets } = composer.post;
  const { shown, field } = useAccountSearch(accounts, ({ id }) =>
    targets.some(({ accountId }) => accountId === id),
  );
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {field}
      <Box component="ul" aria-label={TEXTS.postTo} sx={{ ...LIST, ...(field !== null && SCROLLED) }}>
        {shown.map((account) => (
          <TargetRow key={account.id} account={account} composer={composer} />
        ))}
      </Box>
    </Box>
  );
}

function Waiting() {
  const { isError, refetch } = useAccounts();
  if (isError) return <Failure text={TEXTS.accountsFailed} retry={refetch} />;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Skeleton variant="rounded" height={48} />
      <Skeleton variant="rounded" height={48} />
    </Box>
  );
}

const LIST = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 };

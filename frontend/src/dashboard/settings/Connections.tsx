import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { toast } from '../../toasts';
import type { Connection } from '../../types';
import { defaultOn, type Network } from '../accounts/account';
import { refreshAccounts, useAccounts, useConnection } from '../queries';
import { PostingActions } from './accounts/posting/AccountPosting';
import { TEXTS as ACCOUNTS } from './accounts/texts';
import { ConnectionRow } from './ConnectionRow';
import { checkConnection } from './calls';
import { TEXTS } from './texts';

/** The status of both connections, with a button to check them. */
export function Connections() {
  const client = useQueryClient();
  const { data, isPending, isError } = useConnection();
  const { data: accounts } = useAccounts();
  const check = useMutation({
    mutationFn: checkConnection,
    onSuccess: (connection) => tell(connection),
    onError: () => toast.error(TEXTS.checkFailed),
    onSettled: () => refreshAccounts(client),
  });

  const actionsOf = (network: Network) => {
    const account = defaultOn(network, accounts);
    return account && <PostingActions account={account} change={ACCOUNTS.postingTimes} />;
  };
  if (isPending) return <Skeleton variant="rounded" height={168} sx={{ mb: 3 }} />;
  return (
    <Box sx={{ mb: 3, px: 2, borderRadius: 1, bgcolor: 'sunken' }}>
      {data && !isError ? (
        <>
          <ConnectionRow network="Facebook" state={data.facebook}>
            {actionsOf('facebook')}
          </ConnectionRow>
          <ConnectionRow network="Instagram" state={data.instagram}>
            {actionsOf('instagram')}
          </ConnectionRow>
        </>
      ) : (
        <Typography role="alert" sx={{ py: 1.5 }}>
          {TEXTS.connectionFailed}
        </Typography>
      )}
      <Box
        sx={{ display: 'flex', justifyContent: 'flex-end', py: 1.5, borderTop: 1, borderColor: 'divider' }}
      >
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={check.isPending || data?.facebook.status === 'missing'}
          onClick={() => {
            check.mutate();
          }}
        >
          {check.isPending ? TEXTS.checking : TEXTS.checkNow}
        </Button>
      </Box>
    </Box>
  );
}

function tell({ facebook, instagram }: Connection) {
  const states = [facebook.status, instagram.status];
  if (states.includes('paused')) toast.error(TEXTS.connectionPaused);
  else if (states.includes('unverified')) toast.error(TEXTS.connectionUnverified);
  else toast.success(TEXTS.connectionChecked);
}

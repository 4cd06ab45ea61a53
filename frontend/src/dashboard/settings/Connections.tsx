import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { toast } from '../../toasts';
import type { Connection } from '../../types';
import { refreshConnection, useConnection } from '../queries';
import { ConnectionRow } from './ConnectionRow';
import { checkConnection } from './calls';

/** Whether both accounts can be posted to with what is stored, and a button that finds out. */
export function Connections() {
  const client = useQueryClient();
  const { data, isPending, isError } = useConnection();
  const check = useMutation({
    mutationFn: checkConnection,
    onSuccess: (connection) => tell(connection),
    onError: () => toast.error('Failed to check the connection'),
    onSettled: () => refreshConnection(client),
  });

  if (isPending) return <Skeleton variant="rounded" height={168} sx={{ mb: 3 }} />;
  return (
    <Box sx={{ mb: 3, px: 2, borderRadius: 1, bgcolor: 'sunken' }}>
      {data && !isError ? (
        <>
          <ConnectionRow network="Facebook" state={data.facebook} />
          <ConnectionRow network="Instagram" state={data.instagram} />
        </>
      ) : (
        <Typography role="alert" sx={{ py: 1.5 }}>
          The state of the connection could not be read.
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
          {check.isPending ? 'Checking...' : 'Check now'}
        </Button>
      </Box>
    </Box>
  );
}

function tell({ facebook, instagram }: Connection) {
  const states = [facebook.status, instagram.status];
  if (states.includes('paused')) toast.error('The connection is paused');
  else if (states.includes('unverified')) toast.error('The connection could not be checked');
  else toast.success('Connection checked');
}

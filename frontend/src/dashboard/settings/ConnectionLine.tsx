import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { relative } from '../../format';
import { toast } from '../../toasts';
import type { ConnectionState } from '../../types';
import { StatusChip } from '../posts/StatusChip';
import { refreshConnection, signedIn, useConnection, useProvider } from '../queries';

/** Whether the page is reachable with what is stored, and a button that finds out. */
export function ConnectionLine() {
  const provider = useProvider();
  const client = useQueryClient();
  const { data, isPending } = useConnection();
  const check = useMutation({
    mutationFn: () => provider.checkConnection(),
    onSuccess: () => signedIn() && toast.success('Connection checked'),
    onError: () => toast.error('Failed to check the connection'),
    onSettled: () => refreshConnection(client),
  });

  if (isPending) return <Skeleton variant="rounded" height={56} sx={{ mb: 2.5 }} />;
  const facebook = data?.facebook;
  return (
    <Box
      role="status"
      aria-label="Facebook connection"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        mb: 2.5,
        px: 2,
        py: 1.25,
        minHeight: 56,
        borderRadius: 1,
        bgcolor: 'sunken',
      }}
    >
      <StatusChip status={facebook?.status ?? 'unknown'} />
      <Typography variant="body2" sx={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}>
        {facebook ? standing(facebook) : 'The state of the connection could not be read.'}
      </Typography>
      {facebook?.status !== 'missing' && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={check.isPending}
          onClick={() => {
            check.mutate();
          }}
        >
          {check.isPending ? 'Checking...' : 'Check connection'}
        </Button>
      )}
    </Box>
  );
}

function standing({ status, name, verified_at, paused_reason, resumes_at }: ConnectionState): string {
  const now = Date.now();
  switch (status) {
    case 'missing':
      return 'Add an access token and a page id to connect your page.';
    case 'unverified':
      return `${name ?? 'Your page'} could not be checked yet; posts are tried all the same.`;
    case 'connected':
      return `${name ?? 'Your page'}${verified_at ? `, checked ${relative(verified_at, now)}` : ''}`;
    case 'paused':
      return `${paused_reason ?? 'Facebook refused the last call.'}${resumes_at ? ` Resumes ${relative(resumes_at, now)}.` : ''}`;
  }
}

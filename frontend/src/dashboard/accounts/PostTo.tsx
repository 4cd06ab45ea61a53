import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { lazyPart } from '../../lazyPart';
import { useAccounts } from '../queries';
import type { Network } from './account';
import { TEXTS } from './texts';
import { usePostTo } from './usePostTo';

const PostToField = lazyPart(() => import('./PostToField').then((part) => ({ default: part.PostToField })));

interface PostToProps {
  network: Network;
  disabled: boolean;
}

/** Where new posts go: nothing is to be said while the network has one account. */
export function PostTo({ network, disabled }: PostToProps) {
  const postTo = usePostTo(network);
  const { isError, data, refetch } = useAccounts();
  if (isError && !data)
    return (
      <Box
        role="alert"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, pb: 2 }}
      >
        {TEXTS.accountsFailed}
        <Button size="small" variant="outlined" color="inherit" onClick={() => void refetch()}>
          {TEXTS.tryAgain}
        </Button>
      </Box>
    );
  if (postTo.choice.length === 0) return null;
  return (
    <Box sx={{ px: 2, pt: 1, pb: 2 }}>
      <Suspense fallback={<Box sx={{ height: 40 }} />}>
        <PostToField {...postTo} disabled={disabled} />
      </Suspense>
    </Box>
  );
}

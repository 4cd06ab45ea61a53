import { useQuery } from '@tanstack/react-query';
import CloseIcon from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { Post } from '../../../types';
import { PostAccount } from '../../accounts/PostAccount';
import { Failure } from '../../layout/Failure';
import { useFormat } from '../FormatContext';
import { pollInterval } from '../pollInterval';
import { StatusOfPost } from '../StatusOfPost';
import { FailedComment } from '../FailedComment';
import { FailureReason } from '../FailureReason';
import { Steps } from './Steps';
import { fetchPost } from '../calls';
import { TEXTS } from './texts';

function useWholePost(id: number) {
  const { resource } = useFormat();
  return useQuery({
    queryKey: [resource, 'whole', id],
    queryFn: () => fetchPost(resource, id),
    refetchInterval: ({ state }) => pollInterval(state.data && [state.data], Date.now()),
  });
}

/** Every publishing step of a post, in plain words. */
export function HistoryDialog({ post, close }: { post: Post; close: () => void }) {
  const { data, isPending, refetch } = useWholePost(post.id);
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby="history-title">
      <DialogTitle id="history-title" sx={{ pr: 7 }}>
        {TEXTS.history}
      </DialogTitle>
      <IconButton
        aria-label={TEXTS.close}
        autoFocus
        onClick={close}
        sx={{ position: 'absolute', top: 12, right: 12 }}
      >
        <CloseIcon />
      </IconButton>
      <DialogContent>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 2 }}>
          <Typography noWrap dir="auto" title={post.title} sx={{ fontWeight: 600, minWidth: 0 }}>
            {post.title}
          </Typography>
          <StatusOfPost post={post} />
          <PostAccount account={post.account} />
        </Box>
        <FailureReason post={post} />
        <FailedComment post={post} />
        {isPending ? (
          <Box role="status" aria-label={TEXTS.loading} sx={{ mt: 2 }}>
            {[60, 45, 55].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={32} />
            ))}
          </Box>
        ) : data ? (
          <Story post={data} />
        ) : (
          <Failure text={TEXTS.historyFailed} retry={refetch} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function Story({ post: { attempts = [], posted_text: text } }: { post: Post }) {
  return (
    <>
      {attempts.length > 0 ? (
        <Steps attempts={attempts} />
      ) : (
        <Typography sx={{ color: 'text.secondary', mt: 2 }}>{TEXTS.nothingSent}</Typography>
      )}
      {text && (
        <Box sx={{ mt: 3, p: 2, bgcolor: 'sunken', borderRadius: 1 }}>
          <Typography variant="h3" sx={{ mb: 0.5 }}>
            {TEXTS.postText}
          </Typography>
          <Typography dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
        </Box>
      )}
    </>
  );
}

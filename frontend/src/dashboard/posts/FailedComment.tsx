import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Post } from '../../types';
import { Reason } from './FailureReason';
import { TEXTS } from './texts';
import { usePostActions } from './usePostActions';

/** Why the first comment of a published post is missing. */
export const FailedComment = ({ post }: { post: Post }) =>
  post.first_comment_status === 'failed' ? <Failure post={post} /> : null;

function Failure({ post }: { post: Post }) {
  const { comment } = usePostActions();
  return (
    <Box>
      <Reason>{TEXTS.commentFailed(post.first_comment_error ?? '')}</Reason>
      <Button
        size="small"
        sx={{ ml: 2 }}
        disabled={comment.isPending}
        aria-label={TEXTS.commentAgainFor(post.title)}
        onClick={() => {
          comment.mutate(post);
        }}
      >
        {TEXTS.commentAgain}
      </Button>
    </Box>
  );
}

import Box from '@mui/material/Box';
import type { Refused } from './changeMany';
import { TEXTS } from './texts';

/** Which posts were left as they are, and why. */
export const Refusals = ({ refused }: { refused: readonly Refused[] }) =>
  refused.length > 0 ? (
    <Box
      role="alert"
      sx={{ color: 'error.main', overflowWrap: 'anywhere', maxHeight: 200, overflowY: 'auto' }}
    >
      {refused.map(({ post, message }) => (
        <div key={post.id}>{TEXTS.refused(post.title, message)}</div>
      ))}
    </Box>
  ) : null;

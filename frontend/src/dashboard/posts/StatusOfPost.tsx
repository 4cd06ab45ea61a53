import Box from '@mui/material/Box';
import { SoftChip, StatusChip } from '../layout/StatusChip';
import type { Post } from '../../types';
import { TEXTS } from './texts';

/** The status, and beside it whether the post is held back. */
export const StatusOfPost = ({ post: { status, draft } }: { post: Pick<Post, 'status' | 'draft'> }) =>
  draft === 1 ? (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.75 }}>
      <StatusChip status={status} />
      <SoftChip tone="neutral">{TEXTS.draft}</SoftChip>
    </Box>
  ) : (
    <StatusChip status={status} />
  );

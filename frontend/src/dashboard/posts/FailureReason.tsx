import ErrorIcon from '@mui/icons-material/ErrorOutlineRounded';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Post } from '../../types';

export function FailureReason({ post }: { post: Post }) {
  if (post.status !== 'failed' || !post.upload_error) return null;
  return <Reason>{post.upload_error}</Reason>;
}

export function Reason({ children }: { children: ReactNode }) {
  return (
    <Typography
      variant="body2"
      sx={{
        display: 'flex',
        gap: 0.75,
        color: 'error.main',
        mt: 0.5,
        overflowWrap: 'anywhere',
        textWrap: 'pretty',
      }}
    >
      <ErrorIcon sx={{ fontSize: 16, mt: '1px', flex: 'none' }} />
      <span>{children}</span>
    </Typography>
  );
}

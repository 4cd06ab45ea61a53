import ErrorIcon from '@mui/icons-material/ErrorOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { TEXTS } from './texts';

interface FailureProps {
  text: string;
  retry?: () => unknown;
  children?: ReactNode;
}

/** What failed, and a way to try again. */
export function Failure({ text, retry, children }: FailureProps) {
  return (
    <Box
      role="alert"
      sx={{ display: 'grid', justifyItems: 'center', gap: 1.5, py: 4, px: 2, textAlign: 'center' }}
    >
      <ErrorIcon sx={{ color: 'error.main', fontSize: 32 }} />
      <Typography>{text}</Typography>
      {retry && (
        <Button variant="outlined" color="inherit" onClick={() => void retry()}>
          {TEXTS.tryAgain}
        </Button>
      )}
      {children}
    </Box>
  );
}

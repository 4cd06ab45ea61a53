import FacebookIcon from '@mui/icons-material/FacebookRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ButtonProps } from '@mui/material/Button';
import { Refusal } from '../../layout/Refusal';
import { TEXTS } from './texts';
import { useConnecting } from './useConnecting';

/** Opens Facebook's dialog. */
export function ConnectButton({ variant = 'contained', size }: Pick<ButtonProps, 'variant' | 'size'>) {
  const { start, busy, error } = useConnecting();
  return (
    <Box>
      <Button
        variant={variant}
        size={size}
        startIcon={<FacebookIcon />}
        disabled={busy}
        onClick={() => {
          start(undefined);
        }}
      >
        {busy ? TEXTS.opening : TEXTS.connect}
      </Button>
      <Refusal error={error} />
    </Box>
  );
}

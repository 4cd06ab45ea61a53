import Button from '@mui/material/Button';
import { TEXTS } from './texts';

export function SkipLink() {
  return (
    <Button
      href="#content"
      variant="contained"
      sx={{
        position: 'fixed',
        top: 8,
        left: -9999,
        zIndex: 'tooltip',
        '&:focus': { left: 8 },
      }}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      {TEXTS.skipToContent}
    </Button>
  );
}

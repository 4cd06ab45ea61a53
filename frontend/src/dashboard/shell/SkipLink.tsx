import Button from '@mui/material/Button';

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
      Skip to content
    </Button>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { TEXTS } from './texts';

interface SaveBarProps {
  label: string;
  busy: boolean;
  refusal?: string;
}

export function SaveBar({ label, busy, refusal }: SaveBarProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Button type="submit" variant="contained" disabled={busy}>
        {busy ? TEXTS.saving : label}
      </Button>
      {refusal && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main', flex: '1 1 200px' }}>
          {refusal}
        </Typography>
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { TEXTS } from './texts';

interface PaginationProps {
  label: string;
  from: number;
  shown: number;
  total: number;
  /** `false`: there is none. */
  previous: false | (() => void);
  next: false | (() => void);
}

export function Pagination({ label, from, shown, total, previous, next }: PaginationProps) {
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
        px: 2,
        py: 1.5,
      }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {TEXTS.resultsShown(from, from + shown - 1, total)}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Turn text={TEXTS.previous} turn={previous} />
        <Turn text={TEXTS.next} turn={next} />
      </Box>
    </Box>
  );
}

const Turn = ({ text, turn }: { text: string; turn: false | (() => void) }) => (
  <Button
    size="small"
    variant="outlined"
    color="inherit"
    disabled={!turn}
    onClick={() => {
      if (turn) turn();
    }}
  >
    {text}
  </Button>
);

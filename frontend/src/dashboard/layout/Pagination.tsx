import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, type RefObject } from 'react';
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
  const nav = useRef<HTMLElement>(null);
  useFocusOnOther(nav, !previous, !next);
  return (
    <Box
      ref={nav}
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

/** At an end of the pages the pressed button is disabled, and the focus moves to the other one. */
function useFocusOnOther(nav: RefObject<HTMLElement | null>, isFirst: boolean, isLast: boolean) {
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      pressed.current = nav.current?.contains(target as Node) ? (target as Element) : null;
    };
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('focusin', note);
    };
  }, [nav]);
  useEffect(() => {
    const lost: (Element | null)[] = [document.body, pressed.current];
    if (pressed.current?.matches(':disabled') && lost.includes(document.activeElement))
      nav.current?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true });
  }, [nav, isFirst, isLast]);
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

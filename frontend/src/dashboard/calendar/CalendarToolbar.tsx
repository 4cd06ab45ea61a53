import NextIcon from '@mui/icons-material/ChevronRightRounded';
import PreviousIcon from '@mui/icons-material/ChevronLeftRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { step, titleOf, VIEWS } from './calendarDays';
import type { View } from './calendarDays';
import { TEXTS } from './texts';

interface CalendarToolbarProps {
  view: View;
  day: string;
  today: string;
  show: (view: View) => void;
  go: (day: string) => void;
  /** Filters. */
  children: ReactNode;
}

const NAMES: Record<View, string> = { month: TEXTS.month, week: TEXTS.week, agenda: TEXTS.agenda };
const SPANS: Record<View, string> = { month: 'month', week: 'week', agenda: 'two weeks' };

export function CalendarToolbar({ view, day, today, show, go, children }: CalendarToolbarProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: { xs: 1.5, sm: 2 },
        py: 1.5,
      }}
    >
      <Typography
        variant="h2"
        aria-live="polite"
        sx={{ fontSize: { xs: 16, sm: 18 }, flex: '1 1 auto', fontVariantNumeric: 'tabular-nums' }}
      >
        {titleOf(view, day)}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', mr: { sm: 1 } }}>
        <IconButton
          size="small"
          aria-label={TEXTS.previous(SPANS[view])}
          onClick={() => {
            go(step(view, day, -1));
          }}
        >
          <PreviousIcon />
        </IconButton>
        <Button
          size="small"
          color="inherit"
          sx={{ minWidth: 0, px: { xs: 0.75, sm: 1.25 } }}
          onClick={() => {
            go(today);
          }}
        >
          {TEXTS.today}
        </Button>
        <IconButton
          size="small"
          aria-label={TEXTS.next(SPANS[view])}
          onClick={() => {
            go(step(view, day, 1));
          }}
        >
          <NextIcon />
        </IconButton>
      </Box>
      {children}
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={TEXTS.view}
        value={view}
        onChange={(_event, chosen: View | null) => {
          if (chosen) show(chosen);
        }}
        sx={{
          width: { xs: '100%', sm: 'auto' },
          p: 0.375,
          gap: 0.375,
          borderRadius: 1.25,
          bgcolor: 'light-dark(var(--sunken), var(--page))',
          '& .MuiToggleButton-root': {
            flex: { xs: 1, sm: 'none' },
            border: 0,
            borderRadius: '8px !important',
            height: 30,
            px: 1.5,
            color: 'text.secondary',
            textTransform: 'none',
            fontWeight: 600,
            fontSize: 13,
          },
          '& .MuiToggleButton-root.Mui-selected, & .MuiToggleButton-root.Mui-selected:hover': {
            bgcolor: 'background.paper',
            color: 'text.primary',
            boxShadow: '0 1px 2px rgb(10 10 30 / 0.14)',
          },
        }}
      >
        {VIEWS.map((each) => (
          <ToggleButton key={each} value={each}>
            {NAMES[each]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}

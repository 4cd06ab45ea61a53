import Box from '@mui/material/Box';
import { zoneLabel } from '../../zone';
import { ALL_KINDS, KINDS } from '../posts/kinds';
import { TEXTS } from './texts';

/** The colours of the kinds, and the time zone. */
export function Legend({ zone }: { zone: string }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2.5,
        rowGap: 0.75,
        px: { xs: 1.5, sm: 2 },
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
        typography: 'body2',
        color: 'text.secondary',
      }}
    >
      <ul className="legend" aria-label={TEXTS.colours}>
        {ALL_KINDS.map((kind) => (
          <li key={kind} className={KINDS[kind].className}>
            {KINDS[kind].label}
          </li>
        ))}
        <li className="is-ghost">{TEXTS.automatic}</li>
      </ul>
      <Box sx={{ ml: { sm: 'auto' } }}>{TEXTS.timesIn(zoneLabel(zone, new Date()))}</Box>
    </Box>
  );
}

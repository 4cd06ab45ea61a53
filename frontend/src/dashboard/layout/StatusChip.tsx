import Box from '@mui/material/Box';
import type { Tone } from '../muiTheme';

const TONE: Record<string, Tone> = {
  pending: 'warning',
  processing: 'info',
  uploaded: 'good',
  scheduled: 'purple',
  published: 'good',
  failed: 'bad',
  active: 'good',
  inactive: 'neutral',
  expired: 'bad',
  connected: 'good',
  unverified: 'warning',
  paused: 'bad',
  done: 'good',
};

export const toneOf = (status: string): Tone => TONE[status] ?? 'neutral';

/** A soft chip with a dot; unknown statuses are grey. */
export const StatusChip = ({ status }: { status: string }) => (
  <SoftChip tone={toneOf(status)}>{status.charAt(0).toUpperCase() + status.slice(1)}</SoftChip>
);

export function SoftChip({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        px: 1.25,
        height: 24,
        borderRadius: 99,
        fontSize: 12.5,
        fontWeight: 600,
        whiteSpace: 'nowrap',
        bgcolor: `tones.${tone}.tint`,
        color: `tones.${tone}.text`,
        '&::before': { content: '""', width: 6, height: 6, borderRadius: '50%', bgcolor: 'currentColor' },
      }}
    >
      {children}
    </Box>
  );
}

import Box from '@mui/material/Box';
import { notGranted } from './permissions';

/** What does not work without the missing permissions; nothing if there are none. */
export function NotGranted({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const { lead, each } = notGranted([...names]);
  return (
    <Box
      sx={{
        mb: 2,
        px: 2,
        py: 1.25,
        borderRadius: 1,
        typography: 'body2',
        bgcolor: 'tones.warning.tint',
        color: 'tones.warning.text',
      }}
    >
      {lead}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
        {each.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </Box>
  );
}

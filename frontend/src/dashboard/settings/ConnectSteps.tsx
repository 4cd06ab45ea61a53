import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useConfig } from '../queries';
import { ALLOWS } from './permissions';
import { TEXTS } from './texts';

const EXPLORER = 'https://developers.facebook.com/tools/explorer/';

/** Instructions to get the token and ids. */
export function ConnectSteps({ open }: { open: boolean }) {
  const rehearsal = useConfig()?.network === 'rehearsal';
  return (
    <Box
      component="details"
      open={open}
      sx={{ mb: 3, '& summary': { cursor: 'pointer', fontWeight: 600, py: 0.5 } }}
    >
      <summary>{TEXTS.howToConnect}</summary>
      {rehearsal && <Typography sx={{ mt: 1 }}>{TEXTS.rehearsalHint}</Typography>}
      <Box component="ol" sx={{ m: 0, mt: 1, pl: 2.5, display: 'grid', gap: 1, typography: 'body1' }}>
        <li>
          Open Meta’s{' '}
          <Link href={EXPLORER} target="_blank" rel="noopener noreferrer">
            {TEXTS.graphApiExplorer}
          </Link>
          , and sign in as someone who manages the Page.
        </li>
        <li>{TEXTS.liveAppStep}</li>
        <li>
          Add these permissions:
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, color: 'text.secondary', typography: 'body2' }}>
            {Object.entries(ALLOWS).map(([name, allows]) => (
              <li key={name}>
                <code>{name}</code> to {allows}
              </li>
            ))}
          </Box>
        </li>
        <li>{TEXTS.generateStep}</li>
        <li>{TEXTS.pasteStep}</li>
      </Box>
    </Box>
  );
}

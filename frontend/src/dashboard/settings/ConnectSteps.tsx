import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useConfig } from '../queries';
import { ALLOWS } from './permissions';

const EXPLORER = 'https://developers.facebook.com/tools/explorer/';

/** How to come by what the fields below ask for. */
export function ConnectSteps({ open }: { open: boolean }) {
  const rehearsal = useConfig()?.network === 'rehearsal';
  return (
    <Box
      component="details"
      open={open}
      sx={{ mb: 3, '& summary': { cursor: 'pointer', fontWeight: 600, py: 0.5 } }}
    >
      <summary>How to connect your Page</summary>
      {rehearsal && (
        <Typography sx={{ mt: 1 }}>
          This installation rehearses: it takes only the token of its own stand-in page. Press “Use the
          rehearsal page”, then save. With Facebook itself, the steps are these:
        </Typography>
      )}
      <Box component="ol" sx={{ m: 0, mt: 1, pl: 2.5, display: 'grid', gap: 1, typography: 'body1' }}>
        <li>
          Open Meta’s{' '}
          <Link href={EXPLORER} target="_blank" rel="noopener noreferrer">
            Graph API Explorer
          </Link>
          , and sign in as somebody who manages the Page.
        </li>
        <li>
          Choose an app in Live mode. What an app in Development mode posts, only its own people can see.
        </li>
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
        <li>Press “Generate Access Token”, choose the Page, and copy the token.</li>
        <li>Paste it below. Pagecast looks up its Pages, and fills in the ids of the one you choose.</li>
      </Box>
    </Box>
  );
}

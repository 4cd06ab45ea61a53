import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { nameOf } from '../accounts/account';
import { AccountPicture } from '../accounts/AccountPicture';
import { Panel } from '../layout/Panel';
import type { FittingTarget } from './sending';
import { TEXTS } from './texts';

/** Where an edited post goes, and as what: neither is changed here. */
export function EditedTarget({ target }: { target: FittingTarget | undefined }) {
  if (!target) return null;
  const { account, network, format } = target;
  const name = nameOf(account);
  return (
    <Panel title={TEXTS.postTo}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
        <AccountPicture account={{ ...account, name }} size="large" />
        <Box sx={{ minWidth: 0 }}>
          <Box
            component="span"
            dir="auto"
            sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}
          >
            {name}
          </Box>
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {format && TEXTS.formatOn(network, format)}
          </Typography>
        </Box>
      </Box>
    </Panel>
  );
}

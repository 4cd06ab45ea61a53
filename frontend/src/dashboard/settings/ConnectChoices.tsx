import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { OpenedPart } from '../layout/OpenedPart';
import { lazyPart } from '../../lazyPart';
import { useConfig } from '../queries';
import { ConnectButton } from './connect/ConnectButton';
import { TEXTS as CONNECT } from './connect/texts';
import { TEXTS } from './texts';

const AddAccount = lazyPart(() =>
  import('./accounts/AddAccount').then((part) => ({ default: part.AddAccount })),
);

interface ConnectChoicesProps {
  connected: boolean;
  /** Shows the paste form; absent: it is shown. */
  paste: (() => void) | undefined;
}

/** The ways to connect a first account or another one; nothing while the form below is the only one. */
export function ConnectChoices({ connected, paste }: ConnectChoicesProps) {
  const connect = useConfig()?.connect;
  const [adding, setAdding] = useState(false);
  if (!connect && !connected) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 3 }}>
      {connect && (
        <>
          {!connected && (
            <Typography sx={{ flex: '1 1 100%', color: 'text.secondary' }}>{CONNECT.connectHint}</Typography>
          )}
          <ConnectButton variant={connected ? 'outlined' : 'contained'} />
        </>
      )}
      {paste && (
        <Button color="inherit" onClick={paste}>
          {TEXTS.pasteInstead}
        </Button>
      )}
      {connected && (
        <Button
          color="inherit"
          onClick={() => {
            setAdding(true);
          }}
        >
          {TEXTS.addAnother}
        </Button>
      )}
      {adding && (
        <OpenedPart
          close={() => {
            setAdding(false);
          }}
        >
          <AddAccount
            close={() => {
              setAdding(false);
            }}
          />
        </OpenedPart>
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { accountsOn, nameOf, type Account } from '../../accounts/account';
import { changeAccount } from '../../accounts/calls';
import { Refusal } from '../../layout/Refusal';
import { useConfig } from '../../queries';
import { useConnecting } from '../connect/useConnecting';
import { needsReconnect } from './accountWords';
import { ReconnectAccount } from './ReconnectAccount';
import { RemoveAccount } from './RemoveAccount';
import { TEXTS } from './texts';
import { useAccountMutation } from './useAccountMutation';

interface AccountActionsProps {
  account: Account;
  accounts: Account[];
}

/** The buttons of a card, and why the last one was refused. */
export function AccountActions({ account, accounts }: AccountActionsProps) {
  const [dialog, open] = useState<'reconnect' | 'remove'>();
  const connecting = useConnecting();
  const name = nameOf(account);
  const prefer = useAccountMutation({
    call: () => changeAccount(account.id, { is_default: 1 }),
    done: () => TEXTS.madeDefault(name),
    failed: TEXTS.makeDefaultFailed,
  });
  const viaFacebook = useConfig()?.connect;
  const close = () => {
    open(undefined);
  };
  const others = accountsOn(account.network, accounts).filter(({ id }) => id !== account.id);
  return (
    <Box sx={{ mt: 'auto', pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Button
          size="small"
          variant={needsReconnect(account, Date.now()) ? 'contained' : 'outlined'}
          color={needsReconnect(account, Date.now()) ? 'primary' : 'inherit'}
          disabled={connecting.busy}
          aria-label={TEXTS.reconnectNamed(name)}
          onClick={() => {
            if (viaFacebook) connecting.start(account.id);
            else open('reconnect');
          }}
        >
          {connecting.busy ? TEXTS.opening : TEXTS.reconnect}
        </Button>
        {account.is_default === 0 && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            disabled={prefer.busy}
            aria-label={TEXTS.makeDefaultNamed(name)}
            onClick={() => {
              prefer.send(undefined);
            }}
          >
            {TEXTS.makeDefault}
          </Button>
        )}
        <Button
          size="small"
          color="error"
          sx={{ ml: 'auto' }}
          aria-label={TEXTS.removeNamed(name)}
          onClick={() => {
            open('remove');
          }}
        >
          {TEXTS.remove}
        </Button>
      </Box>
      <Refusal error={connecting.error ?? prefer.error} />
      {dialog === 'reconnect' && <ReconnectAccount account={account} accounts={accounts} close={close} />}
      {dialog === 'remove' && <RemoveAccount account={account} others={others} close={close} />}
    </Box>
  );
}

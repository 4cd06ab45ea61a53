import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { nameOf, type Account } from '../../accounts/account';
import { addAccounts } from '../../accounts/calls';
import { FormDialog } from '../../layout/FormDialog';
import { TEXTS as FIELDS } from '../texts';
import { TEXTS } from './texts';
import { useAccountMutation } from './useAccountMutation';

interface ReconnectAccountProps {
  account: Account;
  accounts: Account[];
  close: () => void;
}

/** Takes a new token for an account. A Page and its Instagram account have the same one. */
export function ReconnectAccount({ account, accounts, close }: ReconnectAccountProps) {
  const [token, setToken] = useState('');
  const name = nameOf(account);
  const { send, busy, refusal, at } = useAccountMutation({
    call: () => addAccounts({ access_token: token.trim(), ...idsOf(account, accounts) }),
    done: () => TEXTS.reconnected(name),
    failed: TEXTS.reconnectFailed,
    fields: ['access_token'],
    close,
  });
  return (
    <FormDialog
      title={TEXTS.reconnectTitle(name)}
      lead={TEXTS.reconnectLead}
      submit={TEXTS.reconnect}
      submitting={TEXTS.reconnecting}
      busy={busy}
      refusal={refusal}
      close={close}
      send={() => {
        send(undefined);
      }}
    >
      <TextField
        label={FIELDS.accessToken}
        type="password"
        required
        autoFocus
        value={token}
        onChange={(event) => {
          setToken(event.target.value);
        }}
        slotProps={{
          inputLabel: { required: false },
          htmlInput: { autoComplete: 'off', spellCheck: false },
        }}
        {...at('access_token')}
      />
    </FormDialog>
  );
}

function idsOf({ network, remote_id, page_id }: Account, accounts: Account[]) {
  if (network === 'instagram') return { page_id: page_id ?? '', instagram_page_id: remote_id };
  const instagram = accounts.find((other) => other.network === 'instagram' && other.page_id === remote_id);
  return { page_id: remote_id, ...(instagram && { instagram_page_id: instagram.remote_id }) };
}

import Button from '@mui/material/Button';
import { toast } from '../../../toasts';
import { nameOf, type Account } from '../../accounts/account';
import { checkAccount } from '../../accounts/calls';
import { Refusal } from '../../layout/Refusal';
import { TEXTS } from './texts';
import { useAccountMutation } from './useAccountMutation';

/** Asks the network how an account is. */
export function CheckAccount({ account }: { account: Account }) {
  const { send, busy, error } = useAccountMutation({
    call: () => checkAccount(account.id),
    done: ({ status }: Account) => (status === 'connected' ? TEXTS.checked : ''),
    failed: TEXTS.checkFailed,
    then({ status }) {
      if (status === 'paused') toast.error(TEXTS.checkedPaused);
      if (status === 'unverified') toast.error(TEXTS.checkedUnverified);
    },
  });
  return (
    <>
      <Button
        size="small"
        disabled={busy}
        aria-label={TEXTS.checkNamed(nameOf(account))}
        onClick={() => {
          send(undefined);
        }}
        sx={{ minWidth: 0, py: 0, mx: -0.75 }}
      >
        {busy ? TEXTS.checking : TEXTS.checkNow}
      </Button>
      <Refusal error={error} />
    </>
  );
}

import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { isApiError } from '../../../api';
import { plural } from '../../../format';
import { nameOf, type Account } from '../../accounts/account';
import { removeAccount } from '../../accounts/calls';
import { Confirmation } from '../../layout/Confirmation';
import { TEXTS } from './texts';
import { useAccountMutation } from './useAccountMutation';

interface RemoveAccountProps {
  account: Account;
  /** Of the same network, to move its posts to. */
  others: Account[];
  close: () => void;
}

/** Asks before it removes an account, and what is to become of the posts that wait for it. */
export function RemoveAccount({ account, others, close }: RemoveAccountProps) {
  const name = nameOf(account);
  const [to] = others;
  const [fate, setFate] = useState<'move' | 'delete'>(to ? 'move' : 'delete');
  const [target, setTarget] = useState(to?.id);
  const remove = useAccountMutation({
    call: (pending: number) => {
      if (pending === 0) return removeAccount(account.id);
      return fate === 'move' && target !== undefined
        ? removeAccount(account.id, { pending: 'move', to: target })
        : removeAccount(account.id, { pending: 'delete' });
    },
    done: () => TEXTS.removed(name),
    failed: TEXTS.removeFailed,
    close,
  });
  // The server counted again: posts may have come since this was opened.
  const counted = isApiError(remove.error) ? remove.error.pending : undefined;
  const pending = counted ?? account.pending;
  return (
    <Confirmation
      title={TEXTS.removeQuestion(name)}
      safe={TEXTS.cancel}
      destructive={remove.busy ? TEXTS.removing : TEXTS.remove}
      busy={remove.busy}
      refusal={remove.refusal}
      cancel={close}
      confirm={() => {
        remove.send(pending);
      }}
    >
      <p style={{ margin: 0 }}>{TEXTS.removeHint}</p>
      {pending > 0 && (
        <Box sx={{ mt: 2, color: 'text.primary' }}>
          <p id="fate" style={{ margin: 0 }}>
            {TEXTS.removePending(pending)}
          </p>
          <RadioGroup
            aria-labelledby="fate"
            value={fate}
            onChange={(_event, value) => {
              setFate(value === 'move' ? 'move' : 'delete');
            }}
          >
            {to && <FormControlLabel value="move" control={<Radio />} label={TEXTS.moveThem(pending)} />}
            {to && fate === 'move' && (
              <TextField
                select
                size="small"
                label={TEXTS.moveTo}
                value={target}
                onChange={({ target: { value } }) => {
                  setTarget(Number(value));
                }}
                sx={{ ml: 4, my: 1 }}
              >
                {others.map((other) => (
                  <MenuItem key={other.id} value={other.id}>
                    <bdi>{nameOf(other)}</bdi>
                  </MenuItem>
                ))}
              </TextField>
            )}
            <FormControlLabel
              value="delete"
              control={<Radio />}
              label={TEXTS.deleteThem(plural(pending, 'pending post'))}
            />
          </RadioGroup>
        </Box>
      )}
    </Confirmation>
  );
}

import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { Account } from '../../../accounts/account';
import { changeAccount } from '../../../accounts/calls';
import { useFocusAfter } from '../../../layout/useFocusAfter';
import { useAccountMutation } from '../useAccountMutation';
import { TEXTS as OF_ACCOUNTS } from '../texts';
import { FIELDS, frequenciesOf, hintOf } from './frequencies';
import { TEXTS } from './texts';
import { chosen, plain } from './week';
import { Week } from './Week';

type Posting = Account['posting'];

const NAMES: [Posting, string][] = [
  ['frequency', TEXTS.byFrequency],
  ['slots', TEXTS.atTimes],
];

/** How posts without a time get one: by a frequency, or at posting times. */
export function PostingForm({ account, close }: { account: Account; close: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const fields = frequenciesOf(account);
  const [posting, setPosting] = useState(account.posting);
  const [times, setTimes] = useState(() => chosen(account.slots));
  // A frequency is in it once it is touched: another tab may have changed the other one since.
  const [draft, setDraft] = useState<Partial<Record<(typeof fields)[number], string>>>({});
  const shown = {
    upload_frequency: draft.upload_frequency ?? String(account.upload_frequency),
    photo_upload_frequency: draft.photo_upload_frequency ?? String(account.photo_upload_frequency),
  };
  const { send, busy, refusal, at } = useAccountMutation({
    call: () =>
      changeAccount(account.id, {
        posting,
        ...(posting === 'slots'
          ? { slots: plain(times) }
          : Object.fromEntries(
              fields
                .map((field) => [field, Number(shown[field])] as const)
                .filter(([field, minutes]) => minutes !== account[field]),
            )),
      }),
    done: () => (posting === 'slots' ? TEXTS.saved : OF_ACCOUNTS.frequencySaved),
    failed: posting === 'slots' ? TEXTS.failed : OF_ACCOUNTS.frequencyFailed,
    fields: ['upload_frequency', 'photo_upload_frequency', 'slots'],
    close,
  });
  useFocusAfter(busy, () =>
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [type="submit"]'),
  );
  return (
    <form
      ref={form}
      style={COLUMN}
      onSubmit={(event) => {
        event.preventDefault();
        // React hands it on to a form around the dialog.
        event.stopPropagation();
        send(undefined);
      }}
    >
      <DialogContent>
        <FormControl sx={{ mb: 2 }}>
          <FormLabel id="posting-mode">{TEXTS.how}</FormLabel>
          <RadioGroup
            row
            aria-labelledby="posting-mode"
            value={posting}
            onChange={(_event, value) => {
              setPosting(value as Posting);
            }}
          >
            {NAMES.map(([value, label]) => (
              <FormControlLabel key={value} value={value} label={label} control={<Radio />} />
            ))}
          </RadioGroup>
        </FormControl>
        {posting === 'slots' ? (
          <Week times={times} change={setTimes} refusal={refusalIn(at('slots'))} />
        ) : (
          <Stack sx={{ gap: 2.5, pt: 0.75, maxWidth: 420 }}>
            {fields.map((field) => (
              <TextField
                key={field}
                label={FIELDS[field].label}
                type="number"
                required
                value={shown[field]}
                onChange={(event) => {
                  setDraft({ ...draft, [field]: event.target.value });
                }}
                slotProps={{
                  htmlInput: { min: 1, step: 1, inputMode: 'numeric' },
                  inputLabel: { required: false },
                }}
                {...at(field, hintOf(FIELDS[field].kind, shown[field]))}
              />
            ))}
          </Stack>
        )}
        {refusal && (
          <Typography role="alert" sx={{ color: 'error.main', mt: 2 }}>
            {refusal}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close}>
          {TEXTS.cancel}
        </Button>
        <Button type="submit" variant="contained" disabled={busy}>
          {busy ? TEXTS.saving : TEXTS.save}
        </Button>
      </DialogActions>
    </form>
  );
}

const COLUMN = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const;

const refusalIn = ({ error, helperText }: { error: boolean; helperText: string | undefined }) =>
  error ? helperText : undefined;

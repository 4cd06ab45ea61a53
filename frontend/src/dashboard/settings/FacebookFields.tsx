import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useRef, type Dispatch, type SetStateAction } from 'react';
import type { User } from '../../types';
import { saveFacebookSettings } from '../accountCalls';
import { refreshAccounts, useUser } from '../queries';
import { useUserForm } from '../layout/useUserForm';
import {
  changesPlace,
  FIELDS,
  isEdited,
  settingsOf,
  typedSince,
  type Draft,
  type Frequency,
} from './facebookDraft';
import { MoveQuestion } from './MoveQuestion';
import { frequencyText } from './postingFrequency';
import { SaveBar } from './SaveBar';
import { idsOf, TokenFields, useTokenInspection } from './TokenFields';
import { useMoveQuestion } from './useMoveQuestion';
import { TEXTS } from './texts';
import { useUnsavedEdits } from './unsavedEdits';

interface FacebookFieldsProps {
  /** As stored. */
  user: User;
  draft: Draft;
  setDraft: Dispatch<SetStateAction<Draft>>;
  saved: (user: User) => void;
}

/** The paste form: it changes the default accounts in place. */
export function FacebookFields({ user, draft, setDraft, saved }: FacebookFieldsProps) {
  const client = useQueryClient();
  // With the frequencies that were set meanwhile, here or elsewhere.
  const latest = useUser();
  const move = useMoveQuestion();
  const fill = (page: Parameters<typeof idsOf>[0]) => {
    setDraft((now) => ({ ...now, ...idsOf(page) }));
  };
  const inspect = useTokenInspection(fill);
  // What was asked about is what is sent, whatever is typed meanwhile.
  const sent = useRef(draft);
  const { busy, refusal, submit, at } = useUserForm({
    save: () => saveFacebookSettings(settingsOf(sent.current, latest)),
    before(save) {
      sent.current = draft;
      inspect.settle();
      if (changesPlace(draft, user)) move.ask(draft, inspect.state.inspection, save);
      else save();
    },
    saved: TEXTS.facebookSaved,
    failed: TEXTS.facebookFailed,
    fields: FIELDS,
    then(updated) {
      inspect.reset();
      saved(updated);
      setDraft((now) => typedSince(sent.current, now, updated));
      return refreshAccounts(client);
    },
  });
  useUnsavedEdits(TEXTS.facebookSettings, isEdited(draft, user, latest) && !busy);
  const frequency = (name: Frequency, kind: string) => {
    const minutes = draft[name] ?? String(latest[name]);
    return {
      name,
      type: 'number',
      required: true,
      value: minutes,
      onChange: (event: { target: { value: string } }) => {
        setDraft({ ...draft, [name]: event.target.value });
      },
      ...at(name, frequencyHint(kind, minutes)),
      slotProps: { htmlInput: { min: 1, step: 1, inputMode: 'numeric' as const } },
    };
  };
  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 2.5 }}>
      <TokenFields
        draft={draft}
        change={(change) => {
          setDraft({ ...draft, ...change });
        }}
        inspect={inspect}
        fill={fill}
        tokenHint={tokenHint(user)}
        at={at}
      />
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField label={TEXTS.uploadFrequencyMinutes} {...frequency('upload_frequency', 'video')} />
        <TextField
          label={TEXTS.photoUploadFrequencyMinutes}
          {...frequency('photo_upload_frequency', 'photo')}
        />
      </Box>
      <SaveBar
        label={TEXTS.saveFacebookSettings}
        busy={busy || move.busy}
        refusal={refusal ?? move.refusal}
      />
      <MoveQuestion {...move} />
    </Stack>
  );
}

/** Explains the frequency in words. */
function frequencyHint(kind: string, minutes: string): string {
  const often = frequencyText(Number(minutes));
  return often ? TEXTS.frequencyHint(kind, often) : TEXTS.frequencyTooLow;
}

const tokenHint = ({ has_access_token, access_token_last4 }: User) =>
  has_access_token ? TEXTS.tokenStored(access_token_last4 ?? '····') : undefined;

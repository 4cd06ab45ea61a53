import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { User } from '../../types';
import { Panel } from '../layout/Panel';
import { refreshConnection, useConfig } from '../queries';
import type { OfferedPage } from './calls';
import { Connections } from './Connections';
import { ConnectSteps } from './ConnectSteps';
import { TokenInspection } from './TokenInspection';
import { frequencyText } from './postingFrequency';
import { SaveBar } from './SaveBar';
import { useUserForm } from '../layout/useUserForm';
import { useKeptInput } from '../../keptInput';
import { saveFacebookSettings } from '../accountCalls';
import { inspectToken } from './calls';
import { TEXTS } from './texts';

const FIELDS = [
  'access_token',
  'page_id',
  'instagram_page_id',
  'upload_frequency',
  'photo_upload_frequency',
] as const;

type Draft = Record<(typeof FIELDS)[number], string>;

const draftOf = (user: User): Draft => ({
  access_token: '',
  page_id: user.page_id ?? '',
  instagram_page_id: user.instagram_page_id ?? '',
  upload_frequency: String(user.upload_frequency),
  photo_upload_frequency: String(user.photo_upload_frequency),
});

const settingsOf = ({ access_token, page_id, instagram_page_id, ...minutes }: Draft) => ({
  ...(access_token.trim() && { access_token: access_token.trim() }),
  page_id: page_id.trim(),
  instagram_page_id: instagram_page_id.trim(),
  upload_frequency: Number(minutes.upload_frequency),
  photo_upload_frequency: Number(minutes.photo_upload_frequency),
});

export function FacebookForm({ user }: { user: User }) {
  const client = useQueryClient();
  const rehearsal = useConfig()?.rehearsal;
  const [draft, setDraft] = useKeptInput('facebook settings', () => draftOf(user));
  const [kept, setKept] = useState(user);
  const { busy, refusal, submit, at } = useUserForm({
    save: () => saveFacebookSettings(settingsOf(draft)),
    saved: TEXTS.facebookSaved,
    failed: TEXTS.facebookFailed,
    fields: FIELDS,
    then(updated) {
      inspect.reset();
      setKept(updated);
      setDraft(draftOf(updated));
      return refreshConnection(client);
    },
  });
  const fill = ({ page_id, instagram }: OfferedPage) => {
    setDraft((now) => ({ ...now, page_id, instagram_page_id: instagram?.id ?? '' }));
  };
  // Inspects a pasted token; a single Page is filled in at once.
  const inspect = useMutation({
    mutationFn: (token: string) => inspectToken(token),
    onSuccess({ pages }) {
      const [only, ...others] = pages;
      if (only && others.length === 0) fill(only);
    },
  });
  const field = (name: keyof Draft, hint?: string) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => {
      setDraft({ ...draft, [name]: event.target.value });
    },
    ...at(name, hint),
  });
  const minutes = { htmlInput: { min: 1, step: 1, inputMode: 'numeric' as const } };

  return (
    <Panel
      title={TEXTS.facebookSettings}
      aside={
        rehearsal && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => {
              const { access_token, page_id, instagram_page_id } = rehearsal;
              setDraft({ ...draft, access_token, page_id, instagram_page_id });
            }}
          >
            {TEXTS.useRehearsalPage}
          </Button>
        )
      }
    >
      <Connections />
      <ConnectSteps open={!kept.has_access_token} />
      <Stack component="form" onSubmit={submit} sx={{ gap: 2.5 }}>
        <TextField
          label={TEXTS.accessToken}
          type="password"
          {...field('access_token', tokenHint(kept))}
          onPaste={(event) => {
            const token = event.clipboardData.getData('text').trim();
            if (token) inspect.mutate(token);
          }}
          slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false } }}
        />
        {draft.access_token.trim() && (
          <TokenInspection
            state={{ pending: inspect.isPending, error: inspect.error, inspection: inspect.data }}
            pageId={draft.page_id}
            choose={fill}
          />
        )}
        <TextField
          label={TEXTS.pageId}
          {...field('page_id', TEXTS.pageIdHint)}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        <TextField
          label={TEXTS.instagramPageId}
          {...field('instagram_page_id', TEXTS.instagramIdHint)}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <TextField
            label={TEXTS.uploadFrequencyMinutes}
            type="number"
            required
            {...field('upload_frequency', frequencyHint('video', draft.upload_frequency))}
            slotProps={minutes}
          />
          <TextField
            label={TEXTS.photoUploadFrequencyMinutes}
            type="number"
            required
            {...field('photo_upload_frequency', frequencyHint('photo', draft.photo_upload_frequency))}
            slotProps={minutes}
          />
        </Box>
        <SaveBar label={TEXTS.saveFacebookSettings} busy={busy} refusal={refusal} />
      </Stack>
    </Panel>
  );
}

/** Explains the frequency in words. */
function frequencyHint(kind: string, minutes: string): string {
  const often = frequencyText(Number(minutes));
  return often ? TEXTS.frequencyHint(kind, often) : TEXTS.frequencyTooLow;
}

const tokenHint = ({ has_access_token, access_token_last4 }: User) =>
  has_access_token ? TEXTS.tokenStored(access_token_last4 ?? '····') : undefined;

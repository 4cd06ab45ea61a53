import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { SyntheticEvent } from 'react';
import type { Caption } from '../../types';
import { onEscape } from '../layout/onEscape';
import { CaptionField } from './CaptionField';
import { isSendable } from './captionText';
import { refusalOf } from './refusal';
import { useCaptionActions } from './useCaptionActions';
import { useKeptInput } from '../../keptInput';
import { TEXTS } from './texts';

export function EditCaption({ caption, close }: { caption: Caption; close: () => void }) {
  const { update } = useCaptionActions();
  const [text, setText] = useKeptInput(`caption ${caption.id}`, caption.content);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    update.mutate({ caption, content: text.trim() }, { onSuccess: close });
  };
  return (
    <Box component="form" onSubmit={submit} onKeyDown={onEscape(close)} sx={{ display: 'grid', gap: 1.5 }}>
      <CaptionField
        label={TEXTS.editCaption}
        value={text}
        change={(next) => {
          setText(next);
          update.reset();
        }}
        readOnly={update.isPending}
        refusal={refusalOf(update.error, 'content')}
        autoFocus
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button color="inherit" onClick={close}>
          {TEXTS.cancel}
        </Button>
        <Button type="submit" variant="contained" disabled={update.isPending || !isSendable(text)}>
          {update.isPending ? TEXTS.saving : TEXTS.save}
        </Button>
      </Box>
    </Box>
  );
}

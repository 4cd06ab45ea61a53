import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { SyntheticEvent } from 'react';
import { useListContext } from 'react-admin';
import { Panel } from '../layout/Panel';
import { CaptionField } from './CaptionField';
import { isSendable } from './captionText';
import { refusalOf } from './refusal';
import { useCaptionActions } from './useCaptionActions';
import { useKeptInput } from '../../keptInput';
import { TEXTS } from './texts';

export function AddCaption() {
  const { setPage } = useListContext();
  const { create } = useCaptionActions();
  const [text, setText] = useKeptInput('new caption', '');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    create.mutate(text.trim(), {
      onSuccess() {
        setText('');
        setPage(1);
      },
    });
  };
  return (
    <Panel title={TEXTS.newCaption}>
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1.5, justifyItems: 'end' }}>
        <CaptionField
          label={TEXTS.caption}
          value={text}
          change={(next) => {
            setText(next);
            create.reset();
          }}
          readOnly={create.isPending}
          refusal={refusalOf(create.error, 'content')}
        />
        <Button type="submit" variant="contained" disabled={create.isPending || !isSendable(text)}>
          {create.isPending ? TEXTS.adding : TEXTS.addCaption}
        </Button>
      </Box>
    </Panel>
  );
}

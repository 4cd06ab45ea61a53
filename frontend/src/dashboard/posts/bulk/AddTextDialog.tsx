import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { plural } from '../../../format';
import { useFormat } from '../FormatContext';
import { BulkForm, type BulkDialogProps } from './BulkForm';
import { TEXTS } from './texts';

/** What any network takes. */
const LONGEST_TEXT = 63_206;

/** Adds words to the end of the texts of posts. */
export function AddTextDialog(props: BulkDialogProps) {
  const { texts } = useFormat();
  const [text, setText] = useState('');
  const added = text.trim();
  return (
    <BulkForm
      {...props}
      title={TEXTS.addTextTo(plural(props.posts.length, texts.one, texts.many))}
      submit={TEXTS.addText}
      change={added ? { action: 'append_text', text: added } : undefined}
    >
      <TextField
        label={TEXTS.textToAdd}
        multiline
        minRows={2}
        maxRows={6}
        autoFocus
        fullWidth
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
        helperText={TEXTS.addTextHint}
        slotProps={{ htmlInput: { maxLength: LONGEST_TEXT } }}
      />
    </BulkForm>
  );
}

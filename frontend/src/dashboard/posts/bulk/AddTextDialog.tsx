import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { plural } from '../../../format';
import { tooLong } from '../../tooLong';
import { useFormat } from '../FormatContext';
import type { BulkDialogProps } from './bulkDialogProps';
import { BulkForm } from './BulkForm';
import { TEXTS } from './texts';

/** What any network takes. */
const LONGEST_TEXT = 63_206;

/** Adds words to the end of the texts of posts. */
export function AddTextDialog(props: BulkDialogProps) {
  const { texts } = useFormat();
  const [text, setText] = useState('');
  const added = text.trim();
  const sentence = tooLong(added, LONGEST_TEXT);
  return (
    <BulkForm
      {...props}
      title={TEXTS.addTextTo(plural(props.posts.length, texts.one, texts.many))}
      submit={TEXTS.addText}
      change={added && !sentence ? { action: 'append_text', text: added } : undefined}
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
        error={sentence !== undefined}
        helperText={sentence ?? TEXTS.addTextHint}
        slotProps={{ formHelperText: { role: sentence ? 'alert' : undefined } }}
      />
    </BulkForm>
  );
}

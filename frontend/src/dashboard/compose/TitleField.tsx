import TextField from '@mui/material/TextField';
import { Panel } from '../layout/Panel';
import { TEXTS } from './texts';
import type { Editor } from './useEditor';

export function TitleField({ editor: { post, wrong, change } }: { editor: Editor }) {
  return (
    <Panel title={TEXTS.title}>
      <TextField
        fullWidth
        value={post.title}
        onChange={({ target }) => {
          change({ title: target.value }, 'title');
        }}
        error={wrong.title !== undefined}
        helperText={wrong.title ?? TEXTS.titleHint}
        slotProps={{
          htmlInput: { 'aria-label': TEXTS.title, maxLength: 255 },
          formHelperText: { role: wrong.title ? 'alert' : undefined },
        }}
      />
    </Panel>
  );
}

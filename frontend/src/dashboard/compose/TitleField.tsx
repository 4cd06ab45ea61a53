import TextField from '@mui/material/TextField';
import { Panel } from '../layout/Panel';
import { LONGEST_TITLE, tooLong } from '../tooLong';
import { TEXTS } from './texts';
import type { Editor } from './useEditor';

export function TitleField({ editor: { post, wrong, change } }: { editor: Editor }) {
  const sentence = wrong.title ?? tooLong(post.title, LONGEST_TITLE);
  return (
    <Panel title={TEXTS.title}>
      <TextField
        fullWidth
        value={post.title}
        onChange={({ target }) => {
          change({ title: target.value }, 'title');
        }}
        error={sentence !== undefined}
        helperText={sentence ?? TEXTS.titleHint}
        slotProps={{
          htmlInput: { 'aria-label': TEXTS.title },
          formHelperText: { role: sentence ? 'alert' : undefined },
        }}
      />
    </Panel>
  );
}

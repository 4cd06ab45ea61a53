import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { commentViolation } from '../../../../backend/publishing/composing/text-limits';
import { Panel } from '../layout/Panel';
import { ComposeText } from './ComposeText';
import { isFleeting } from './fitting';
import { TEXTS } from './texts';
import type { PostFields } from './useComposer';

/** What every account gets, unless it has its own. */
export function Texts({ composer }: { composer: PostFields }) {
  const { post, files, targets, wrong, change } = composer;
  const speaking = targets.filter(({ network, format }) => !format || !isFleeting(network, format));
  // A post of stories alone shows nothing of it.
  if (targets.length > 0 && speaking.length === 0) return null;
  const networks = speaking.filter(({ text }) => text === null).map(({ network }) => network);
  const comment = post.firstComment.trim();
  const tooLong = comment
    ? speaking.map(({ network }) => commentViolation(network, comment)).find((each) => each !== undefined)
    : undefined;
  const refusedComment = wrong.comment ?? tooLong;
  return (
    <Panel title={TEXTS.text}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <ComposeText
          label={TEXTS.text}
          value={post.text}
          networks={networks}
          refusal={wrong.text}
          hint={files.length > 0 ? TEXTS.emptyTextHint : undefined}
          change={(text) => {
            change({ text }, 'text');
          }}
        />
        {files.length === 0 && (
          <TextField
            label={TEXTS.link}
            type="url"
            fullWidth
            placeholder="https://"
            value={post.link}
            onChange={({ target }) => {
              change({ link: target.value }, 'link');
            }}
            error={wrong.link !== undefined}
            helperText={wrong.link ?? TEXTS.linkHint}
            slotProps={{
              inputLabel: { shrink: true },
              formHelperText: { role: wrong.link ? 'alert' : undefined },
            }}
          />
        )}
        <TextField
          label={TEXTS.firstComment}
          multiline
          maxRows={6}
          fullWidth
          value={post.firstComment}
          onChange={({ target }) => {
            change({ firstComment: target.value }, 'comment');
          }}
          error={refusedComment !== undefined}
          helperText={refusedComment ?? TEXTS.firstCommentHint}
          slotProps={{
            inputLabel: { shrink: true },
            formHelperText: { role: refusedComment ? 'alert' : undefined },
          }}
        />
      </Box>
    </Panel>
  );
}

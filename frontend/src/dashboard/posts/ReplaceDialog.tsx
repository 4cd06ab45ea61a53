import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { FACEBOOK_VIDEO } from '../../../../backend/media/rules';
import { rulesOfReplacement } from '../../../../backend/publishing/formats/replacement';
import type { Post } from '../../types';
import { useFormat } from './FormatContext';
import { progressText } from './upload/uploadProgress';
import { useReplacement } from './useReplacement';
import { FailureReason } from './FailureReason';
import { TEXTS } from './texts';

/** Replaces the file of a failed post, which becomes unscheduled. */
export function ReplaceDialog({ post, close }: { post: Post; close: () => void }) {
  const { texts } = useFormat();
  const rules = rulesOfReplacement(post, FACEBOOK_VIDEO.maxBytes);
  const input = useRef<HTMLInputElement>(null);
  const { state, progress, refusal, choose, cancel } = useReplacement(post, rules, close);
  const isSending = state === 'sending';
  return (
    <Dialog
      open
      onClose={() => {
        cancel();
        close();
      }}
      maxWidth="xs"
      fullWidth
      aria-labelledby="replace-title"
    >
      <DialogTitle id="replace-title">{TEXTS.replaceFile}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <Typography noWrap dir="auto" title={post.title} sx={{ color: 'text.secondary' }}>
          {post.title}
        </Typography>
        <FailureReason post={post} />
        <Typography>{TEXTS.replaceHint}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {rules.help}
        </Typography>
        {isSending && (
          <Box>
            <LinearProgress
              variant={progress ? 'determinate' : 'indeterminate'}
              value={progress ? Math.round((progress.sent / progress.total) * 100) : undefined}
              aria-label={TEXTS.upload}
            />
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.75 }}>
              {progress ? progressText(progress) : TEXTS.starting}
            </Typography>
          </Box>
        )}
        {refusal && (
          <Typography role="alert" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
            {refusal}
          </Typography>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={rules.accept}
          aria-label={TEXTS.chooseAnother(texts.one)}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file can be chosen again.
            event.target.value = '';
            if (file) void choose(file);
          }}
        />
      </DialogContent>
      <DialogActions>
        <Button
          color="inherit"
          onClick={() => {
            cancel();
            close();
          }}
        >
          {TEXTS.cancel}
        </Button>
        <Button
          variant="contained"
          disabled={state !== 'idle'}
          onClick={() => {
            input.current?.click();
          }}
        >
          {isSending ? TEXTS.uploading : state === 'checking' ? TEXTS.checking : TEXTS.chooseFile}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

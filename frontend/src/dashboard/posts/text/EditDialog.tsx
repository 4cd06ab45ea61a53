import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { SyntheticEvent } from 'react';
import { PostAccount } from '../../accounts/PostAccount';
import { refusalsOf } from '../../layout/refusalsOf';
import type { Post } from '../../../types';
import { useFormat } from '../FormatContext';
import { usePostActions } from '../usePostActions';
import { PostText } from './PostText';
import { useKeptInput } from '../../../keptInput';
import { TEXTS } from './texts';

export function EditDialog({ post, close }: { post: Post; close: () => void }) {
  const { texts } = useFormat();
  const { edit } = usePostActions();
  const [title, setTitle] = useKeptInput(`title of ${post.id}`, post.title);
  const [text, setText] = useKeptInput(`text of ${post.id}`, post.description ?? '');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const description = text.trim() || null;
    edit.mutate({ id: post.id, title: title.trim(), description }, { onSuccess: close });
  };
  const { error, isPending } = edit;
  const { at, refusal } = refusalsOf(error, ['title', 'description']);
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby="edit-title">
      <form onSubmit={submit}>
        <DialogTitle id="edit-title">{TEXTS.edit(texts.one)}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5, '&&': { pt: 1 } }}>
          <PostAccount account={post.account} />
          <TextField
            label={TEXTS.title}
            required
            autoFocus
            fullWidth
            value={title}
            onChange={(event) => {
              setTitle(event.target.value);
            }}
            {...at('title')}
            slotProps={{
              htmlInput: { maxLength: 255 },
              inputLabel: { required: false },
              formHelperText: { role: 'alert' },
            }}
          />
          <PostText
            label={TEXTS.postText}
            value={text}
            change={setText}
            refusal={at('description').helperText}
          />
          {refusal && (
            <Typography role="alert" sx={{ color: 'error.main' }}>
              {refusal}
            </Typography>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={close}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" variant="contained" disabled={isPending || !title.trim()}>
            {isPending ? TEXTS.saving : TEXTS.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

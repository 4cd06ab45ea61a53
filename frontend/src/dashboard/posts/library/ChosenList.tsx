import CloseIcon from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { reasonOf } from '../../../api';
import { plural } from '../../../format';
import { LONGEST_TITLE, tooLong } from '../../tooLong';
import { PostTo } from '../../accounts/PostTo';
import { useFormat } from '../FormatContext';
import { mediaUrl, Poster } from '../Thumbnail';
import type { ChosenVideos } from './useChosenVideos';
import { usePostChosen } from './usePostChosen';
import { TEXTS } from './texts';

interface ChosenListProps {
  chosen: ChosenVideos;
  subscriptionRequired: () => void;
}

/** The chosen videos with editable titles, and the button to post them. */
export function ChosenList({ chosen, subscriptionRequired }: ChosenListProps) {
  const { network } = useFormat();
  const send = usePostChosen(subscriptionRequired);
  const videos = chosen.chosen;
  if (videos.length === 0) return null;
  const refusal = reasonOf(send.error);
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Box component="ul" aria-label={TEXTS.chosenVideos} sx={{ listStyle: 'none', m: 0, px: 2, py: 1 }}>
        {videos.map(({ id, title, name, thumbnail_path: picture }) => (
          <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 0.75 }}>
            <Poster src={picture && mediaUrl(picture)} />
            <TextField
              size="small"
              value={title}
              disabled={send.isPending}
              onChange={(event) => {
                chosen.rename(id, event.target.value);
              }}
              error={tooLong(title, LONGEST_TITLE) !== undefined}
              helperText={tooLong(title, LONGEST_TITLE)}
              slotProps={{
                htmlInput: { 'aria-label': TEXTS.titleOf(name) },
                formHelperText: { role: 'alert' },
              }}
              sx={{ flex: 1, maxWidth: 520 }}
            />
            <Tooltip title={TEXTS.remove}>
              <IconButton
                size="small"
                aria-label={TEXTS.removeNamed(name)}
                disabled={send.isPending}
                onClick={() => {
                  chosen.toggle({ id, title, thumbnail_path: picture });
                }}
                sx={{ ml: 'auto' }}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          </Box>
        ))}
      </Box>
      <PostTo network={network} disabled={send.isPending} />
      {refusal && (
        <Typography role="alert" sx={{ color: 'error.main', px: 2 }}>
          {refusal}
        </Typography>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 2, p: 2, pt: 1 }}>
        <Box component="span" role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
          {TEXTS.chosen(plural(videos.length, 'shared video'))}
        </Box>
        <Button
          variant="contained"
          disabled={send.isPending}
          onClick={() => {
            send.mutate(videos, {
              onSuccess() {
                chosen.drop(videos);
              },
            });
          }}
        >
          {send.isPending ? TEXTS.uploading : TEXTS.use(plural(videos.length, 'video'))}
        </Button>
      </Box>
    </Box>
  );
}

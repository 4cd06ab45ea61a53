import CloseIcon from '@mui/icons-material/CloseRounded';
import RetryIcon from '@mui/icons-material/Replay';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { megabytes } from '../../../format';
import type { UploadChannel } from '../channel';
import { Poster, SQUARE, THUMBNAIL } from '../Thumbnail';
import { progressText } from './transfer';
import type { Progress } from './transfer';
import { UploadDetails } from './UploadDetails';
import type { Upload, UploadQueue } from './uploadQueue';

interface UploadRowProps {
  channel: UploadChannel;
  upload: Upload;
  queue: UploadQueue;
}

/** One file: its picture, title and size, how far it is, and what went wrong with it. */
export const UploadRow = memo(function UploadRow({ channel, upload, queue }: UploadRowProps) {
  const { id, file, title, state, message, posterUrl, progress } = upload;
  const square = channel.media === 'photo';
  const editable = state === 'ready' || state === 'failed' || state === 'checking';
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 2, px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      {state === 'checking' ? (
        <Skeleton variant="rounded" sx={square ? SQUARE : THUMBNAIL} />
      ) : (
        <Poster src={posterUrl} square={square} />
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.75, alignContent: 'center' }}>
        {state === 'rejected' ? (
          <Typography noWrap sx={{ fontWeight: 600 }}>
            {title}
          </Typography>
        ) : (
          <TextField
            size="small"
            fullWidth
            value={title}
            disabled={!editable}
            onChange={(event) => {
              queue.edit(id, { title: event.target.value });
            }}
            slotProps={{ htmlInput: { 'aria-label': `Title of ${file.name}`, maxLength: 255 } }}
            sx={{ maxWidth: 520, '& input': { py: 0.875 } }}
          />
        )}
        {message ? (
          <Typography role="alert" variant="body2" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
            {file.name}: {message}
          </Typography>
        ) : (
          <Typography
            variant="body2"
            noWrap
            sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          >
            {megabytes(file.size)} MB{NOTE[state]}
            {state === 'sending' && progress && ` · ${progressText(progress)}`}
          </Typography>
        )}
        {state === 'sending' && <Bar name={file.name} progress={progress} />}
        {editable && !channel.titleOnly && <UploadDetails upload={upload} queue={queue} />}
      </Box>
      <Commands upload={upload} queue={queue} />
    </Box>
  );
});

const NOTE: Partial<Record<Upload['state'], string>> = {
  checking: ' · Checking...',
  waiting: ' · Waiting...',
};

function Bar({ name, progress }: { name: string; progress: Progress | null }) {
  const percent = progress ? Math.round((progress.sent / progress.total) * 100) : 0;
  return <LinearProgress variant="determinate" value={percent} aria-label={`Upload of ${name}`} />;
}

function Commands({ upload: { id, file, state }, queue }: Omit<UploadRowProps, 'channel'>) {
  const underway = state === 'sending' || state === 'waiting';
  const label = underway ? `Cancel ${file.name}` : `Remove ${file.name}`;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flex: 'none' }}>
      {state === 'failed' && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          startIcon={<RetryIcon />}
          aria-label={`Retry ${file.name}`}
          onClick={() => {
            queue.retry(id);
          }}
        >
          Retry
        </Button>
      )}
      <Tooltip title={underway ? 'Cancel' : 'Remove'}>
        <IconButton
          size="small"
          aria-label={label}
          onClick={() => {
            if (underway) queue.cancel(id);
            else queue.remove(id);
          }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

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
import type { ReactNode } from 'react';
import { isolated, megabytes } from '../../../format';
import { LONGEST_TITLE, tooLong } from '../../tooLong';
import type { UploadFormat } from '../screenFormat';
import { Poster, SQUARE, THUMBNAIL } from '../Thumbnail';
import { progressText } from './uploadProgress';
import type { Progress } from './uploadProgress';
import { UploadDetails } from './UploadDetails';
import type { UploadQueue } from './uploadQueue';
import type { Upload } from './upload';
import { TEXTS } from './texts';

interface UploadRowProps {
  format: UploadFormat;
  upload: Upload;
  queue: UploadQueue;
}

/** One file: thumbnail, title, size, progress and error. */
export const UploadRow = memo(function UploadRow({ format, upload, queue }: UploadRowProps) {
  const { id, file, title, state, message, posterUrl, progress, way } = upload;
  const square = format.media === 'image';
  const wrongTitle = tooLong(title, LONGEST_TITLE);
  const isToRetry = state === 'failed' || state === 'unanswered';
  const editable = state === 'ready' || isToRetry || state === 'checking';
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 2, px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      {state === 'checking' ? (
        <Skeleton variant="rounded" sx={square ? SQUARE : THUMBNAIL} />
      ) : (
        <Poster src={posterUrl} media={format.media} square={square} />
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.75, alignContent: 'center' }}>
        {state === 'rejected' ? (
          <Typography noWrap dir="auto" sx={{ fontWeight: 600 }}>
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
            error={wrongTitle !== undefined}
            helperText={wrongTitle}
            slotProps={{
              htmlInput: { 'aria-label': TEXTS.titleOf(file.name) },
              formHelperText: { role: 'alert' },
            }}
            sx={{ maxWidth: 520, '& input': { py: 0.875 } }}
          />
        )}
        {message ? (
          <Trouble text={`${isolated(file.name)}: ${message}`}>
            {isToRetry && <Retry upload={upload} queue={queue} />}
          </Trouble>
        ) : (
          <Typography
            variant="body2"
            noWrap={way !== 'lost'}
            sx={{
              color: way === 'lost' ? 'text.primary' : 'text.secondary',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            <span role="status">{way === 'lost' && TEXTS.lost}</span>
            {way !== 'lost' && noteOf(upload)}
          </Typography>
        )}
        {state === 'sending' && <Bar name={file.name} progress={progress} />}
        {editable && !format.titleOnly && <UploadDetails upload={upload} queue={queue} />}
      </Box>
      <Away upload={upload} queue={queue} />
    </Box>
  );
});

/** '3.00 MB · 1.2 MB/s, 2 s left'; where an upload goes on, that stands in place of the size. */
function noteOf({ file, state, progress, way }: Upload): string {
  const subject = typeof way === 'number' ? TEXTS.goingOn(way) : `${megabytes(file.size)} MB`;
  const isMoving =
    state === 'sending' && progress && (typeof way !== 'number' || progress.bytesPerSecond > 0);
  return `${subject}${NOTE[state] ?? ''}${isMoving ? ` · ${progressText(progress)}` : ''}`;
}

const NOTE: Partial<Record<Upload['state'], string>> = {
  checking: ' · Checking...',
  waiting: ' · Waiting...',
};

function Bar({ name, progress }: { name: string; progress: Progress | null }) {
  const percent = progress ? Math.round((progress.sent / progress.total) * 100) : 0;
  return <LinearProgress variant="determinate" value={percent} aria-label={TEXTS.uploadOf(name)} />;
}

/** The error with its action. */
const Trouble = ({ text, children }: { text: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.75 }}>
    <Typography
      role="alert"
      variant="body2"
      sx={{ flex: '1 1 200px', color: 'error.main', overflowWrap: 'anywhere', textWrap: 'pretty' }}
    >
      {text}
    </Typography>
    {children}
  </Box>
);

function Retry({ upload: { id, file }, queue }: Omit<UploadRowProps, 'format'>) {
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      startIcon={<RetryIcon />}
      aria-label={TEXTS.retryFile(file.name)}
      onClick={() => {
        queue.retry(id);
      }}
    >
      {TEXTS.retry}
    </Button>
  );
}

/** Cancels a running upload, or removes the file. */
function Away({ upload: { id, file, state, isAsked }, queue }: Omit<UploadRowProps, 'format'>) {
  const underway = state === 'sending' || state === 'waiting';
  const verb = underway ? TEXTS.cancel : TEXTS.remove;
  return (
    <Tooltip title={verb}>
      <IconButton
        size="small"
        aria-label={`${verb} ${file.name}`}
        disabled={underway && isAsked}
        onClick={() => {
          if (underway) queue.cancel(id);
          else queue.remove(id);
        }}
        sx={{ alignSelf: 'flex-start', flex: 'none' }}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

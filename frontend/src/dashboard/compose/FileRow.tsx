import CloseIcon from '@mui/icons-material/CloseRounded';
import DownIcon from '@mui/icons-material/KeyboardArrowDownRounded';
import UpIcon from '@mui/icons-material/KeyboardArrowUpRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { altTextViolation } from '../../../../backend/publishing/composing/text-limits';
import { Poster } from '../posts/Thumbnail';
import type { ChosenFile } from './chosenFile';
import type { ComposerFiles } from './composerFiles';
import { TEXTS } from './texts';

interface FileRowProps {
  file: ChosenFile;
  store: ComposerFiles;
  isFirst: boolean;
  isLast: boolean;
  wrong: string | undefined;
  wrongAltText: string | undefined;
  mend: (place: 'file' | 'alt') => void;
}

/** One file: picture, state, alt text, and its place among the others. */
export const FileRow = memo(
  function FileRow({ file, store, isFirst, isLast, wrong, wrongAltText, mend }: FileRowProps) {
    const { key, name, state, isFilm, posterUrl, altText } = file;
    // Of a refused file the server's reason says more than that it fits no account.
    const sentence = state === 'refused' ? file.message : (wrong ?? file.message);
    const wrongText = wrongAltText ?? altTextViolation(altText.trim());
    return (
      <Box
        component="li"
        sx={{ display: 'flex', gap: 2, px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}
      >
        <Poster src={posterUrl} media={isFilm ? 'video' : 'image'} square />
        <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.75, alignContent: 'center' }}>
          <Typography noWrap dir="auto" title={name} sx={{ fontWeight: 600 }}>
            {name}
          </Typography>
          {sentence ? (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
              <Typography
                role="alert"
                data-wrong
                tabIndex={-1}
                variant="body2"
                sx={{ flex: '1 1 200px', color: 'error.main', overflowWrap: 'anywhere' }}
              >
                {sentence}
              </Typography>
              {state === 'failed' && (
                <Button
                  size="small"
                  color="inherit"
                  aria-label={TEXTS.retry(name)}
                  onClick={() => {
                    store.retry(key);
                  }}
                >
                  {TEXTS.tryAgain}
                </Button>
              )}
            </Box>
          ) : (
            <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
              {noteOf(file)}
            </Typography>
          )}
          {state === 'sending' && (
            <LinearProgress variant="determinate" value={file.percent} aria-label={TEXTS.uploadOf(name)} />
          )}
          {!isFilm && state !== 'refused' && state !== 'lost' && (
            <TextField
              size="small"
              fullWidth
              placeholder={TEXTS.altTextHint}
              value={altText}
              onChange={({ target }) => {
                store.describe(key, target.value);
                mend('alt');
              }}
              error={wrongText !== undefined}
              helperText={wrongText}
              slotProps={{
                htmlInput: { 'aria-label': TEXTS.altText(name) },
                formHelperText: { role: 'alert' },
              }}
            />
          )}
        </Box>
        <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center' }}>
          <IconButton
            size="small"
            aria-label={TEXTS.remove(name)}
            onClick={() => {
              store.remove(key);
            }}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
          {!(isFirst && isLast) && (
            <Box sx={{ display: 'flex' }}>
              <IconButton
                size="small"
                disabled={isFirst}
                aria-label={TEXTS.earlier(name)}
                onClick={() => {
                  store.move(key, -1);
                }}
              >
                <UpIcon fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                disabled={isLast}
                aria-label={TEXTS.later(name)}
                onClick={() => {
                  store.move(key, 1);
                }}
              >
                <DownIcon fontSize="small" />
              </IconButton>
            </Box>
          )}
        </Box>
      </Box>
    );
  },
  ({ mend: _before, ...one }, { mend: _now, ...other }) =>
    (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name]),
);

function noteOf({ state, percent, isStuck, sharedVideoId }: ChosenFile): string {
  if (isStuck) return TEXTS.stuck;
  switch (state) {
    case 'looking':
      return TEXTS.looking;
    case 'waiting':
      return TEXTS.waiting;
    case 'sending':
      return TEXTS.uploading(percent);
    case 'ready':
      return sharedVideoId === null ? TEXTS.uploaded : TEXTS.fromLibrary;
    case 'failed':
    case 'refused':
    case 'lost':
      return '';
  }
}

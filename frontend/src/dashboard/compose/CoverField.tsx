import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Panel } from '../layout/Panel';
import { mediaUrl } from '../posts/Thumbnail';
import { durationOf } from './chosenFile';
import { hasCover } from './fitting';
import { needsFrame } from './sending';
import { TEXTS } from './texts';
import type { Cover } from './unsentPost';
import type { PostFields } from './useComposer';

const STEP_MS = 100;

/** What reels and videos show before they play: a frame of the film, or a picture. */
export function CoverField({ composer }: { composer: PostFields }) {
  const { post, files, coverUpload, store, targets, wrong, change } = composer;
  const input = useRef<HTMLInputElement>(null);
  const [unread, setUnread] = useState<string>();
  const film = files[0];
  const isShown = targets.some(({ network, format }) => format && hasCover(network, format));
  if (!film?.isFilm || !isShown) return null;
  const { cover } = post;
  const duration = durationOf(film);
  const atMs = cover && 'atMs' in cover ? cover.atMs : null;
  const refusal = wrong.cover ?? coverUpload.refusal;

  const choosePicture = (file: File | undefined) => {
    if (!file) return;
    store.cover.begin(file, ({ id: mediumId, name, file_path }) => {
      // Those who wait for it read the post at once.
      flushSync(() => {
        change({ cover: { mediumId, name, path: mediaUrl(file_path) } }, 'cover');
      });
    });
    change({}, 'cover');
  };
  const chooseOther = (other: Cover | null) => {
    store.cover.giveUp(true);
    change({ cover: other }, 'cover');
  };
  const isBusy = coverUpload.sent !== undefined;
  return (
    <Panel title={TEXTS.cover}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        {TEXTS.coverNetworks}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        {cover && 'path' in cover ? (
          <Box component="img" src={cover.path} alt="" sx={FRAME} />
        ) : (
          film.src && (
            <Frame
              src={film.src}
              atMs={atMs ?? 0}
              fail={() => {
                setUnread(film.src ?? undefined);
              }}
            />
          )
        )}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {duration !== null && !(cover && 'path' in cover) && (
            <Box sx={{ px: 1 }}>
              <Slider
                size="small"
                aria-label={TEXTS.coverFrame}
                value={atMs ?? 0}
                min={0}
                max={duration}
                step={STEP_MS}
                getAriaValueText={(at) => TEXTS.coverAt((at / 1000).toFixed(1))}
                onChange={(_event, at) => {
                  chooseOther({ atMs: at });
                }}
              />
            </Box>
          )}
          <Typography
            variant="body2"
            role="status"
            sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
          >
            {isBusy
              ? TEXTS.coverUploading
              : cover
                ? 'path' in cover
                  ? TEXTS.coverPictureChosen(cover.name)
                  : TEXTS.coverAt((cover.atMs / 1000).toFixed(1))
                : TEXTS.coverAutomaticHint}
          </Typography>
          {unread !== undefined && unread === film.src && needsFrame(cover, targets) && (
            <Typography variant="body2" role="status" sx={{ mt: 0.5 }}>
              {TEXTS.frameUnread}
            </Typography>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              onClick={() => {
                input.current?.click();
              }}
            >
              {TEXTS.coverPicture}
            </Button>
            {(cover !== null || isBusy) && (
              <Button
                size="small"
                color="inherit"
                onClick={() => {
                  chooseOther(null);
                }}
              >
                {TEXTS.coverAutomatic}
              </Button>
            )}
          </Box>
        </Box>
      </Box>
      {refusal && (
        <Typography role="alert" data-wrong tabIndex={-1} variant="body2" sx={{ color: 'error.main', mt: 1 }}>
          {refusal}
        </Typography>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".jpg,.jpeg,.png,image/jpeg,image/png"
        aria-label={TEXTS.coverPicture}
        onChange={({ target }) => {
          choosePicture(target.files?.[0]);
          target.value = '';
        }}
      />
    </Panel>
  );
}

const FRAME = {
  width: 72,
  height: 128,
  flex: 'none',
  objectFit: 'cover',
  borderRadius: 1,
  bgcolor: 'sunken',
  display: 'block',
};

/** A frame of the film. @param fail when this browser cannot show it */
function Frame({ src, atMs, fail }: { src: string; atMs: number; fail: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.currentTime = atMs / 1000;
  }, [src, atMs]);
  return (
    <Box
      component="video"
      ref={video}
      src={src}
      muted
      playsInline
      preload="auto"
      aria-hidden="true"
      onError={fail}
      // Of a film that it cannot decode, it may still play the sound.
      onLoadedMetadata={({ currentTarget }) => {
        if (currentTarget.videoWidth === 0) fail();
      }}
      sx={FRAME}
    />
  );
}

import MovieIcon from '@mui/icons-material/MovieOutlined';
import PlayIcon from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';
import { playTime } from '../../format';
import type { SharedVideo } from '../../types';
import { mediaUrl } from '../posts/Thumbnail';
import { PICTURE } from './LibrarySkeleton';
import { TEXTS } from './texts';

/** The thumbnail or a placeholder; opens the player. */
export function SharedPicture({ video, play }: { video: SharedVideo; play: () => void }) {
  const { title, thumbnail_path, duration_ms } = video;
  const [broken, setBroken] = useState<string>();
  return (
    <ButtonBase
      aria-label={TEXTS.play(title)}
      onClick={play}
      sx={{
        ...PICTURE,
        position: 'relative',
        overflow: 'hidden',
        bgcolor: 'sunken',
        color: 'text.secondary',
        '& .play': { opacity: 0.85, transition: 'opacity 150ms' },
        '&:hover .play, &:focus-visible .play': { opacity: 1 },
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      {thumbnail_path && thumbnail_path !== broken ? (
        <Box
          component="img"
          src={mediaUrl(thumbnail_path)}
          alt=""
          loading="lazy"
          onError={() => {
            setBroken(thumbnail_path);
          }}
          sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' }}
        />
      ) : (
        <MovieIcon sx={{ position: 'absolute', top: 12, left: 12 }} fontSize="small" />
      )}
      <Box
        className="play"
        sx={{
          position: 'relative',
          width: 44,
          height: 44,
          borderRadius: '50%',
          display: 'grid',
          placeContent: 'center',
          color: 'common.white',
          bgcolor: 'rgb(0 0 0 / 0.55)',
        }}
      >
        <PlayIcon />
      </Box>
      {duration_ms !== null && duration_ms > 0 && (
        <Box
          aria-hidden="true"
          sx={{
            position: 'absolute',
            right: 6,
            bottom: 6,
            px: 0.75,
            borderRadius: 0.5,
            fontSize: 12,
            lineHeight: '18px',
            color: 'common.white',
            bgcolor: 'rgb(0 0 0 / 0.7)',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {playTime(duration_ms)}
        </Box>
      )}
    </ButtonBase>
  );
}

import PlayIcon from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { playTime } from '../../format';
import type { Post } from '../../types';
import { MediaMark, type Media } from './MediaMark';
import { TEXTS } from './texts';

/** 9:16, a little smaller in a table's row. */
export const THUMBNAIL = {
  width: { xs: 45, md: 36 },
  height: { xs: 80, md: 64 },
  borderRadius: 0.75,
  flex: 'none',
  overflow: 'hidden',
};

export const SQUARE = { ...THUMBNAIL, width: 64, height: 64 };

interface PosterProps {
  src: string | null;
  media?: Media;
  square?: boolean;
}

/** A frame of a video or a small photo, or the mark of what it is. */
export function Poster({ src, media = 'video', square = false }: PosterProps) {
  const [broken, setBroken] = useState<string>();
  const shape = square ? SQUARE : THUMBNAIL;
  return (
    <Box
      sx={{
        ...shape,
        display: 'grid',
        placeContent: 'center',
        bgcolor: 'sunken',
        color: 'text.secondary',
        '& svg': { width: 20 },
      }}
    >
      {src && src !== broken ? (
        <Box
          component="img"
          src={src}
          alt=""
          loading="lazy"
          onError={() => {
            setBroken(src);
          }}
          sx={{ width: shape.width, height: shape.height, objectFit: 'cover', display: 'block' }}
        />
      ) : (
        <MediaMark media={media} />
      )}
    </Box>
  );
}

export const mediaUrl = (path: string) => `/storage/${path}`;

interface ThumbnailProps {
  post: Pick<Post, 'title' | 'file_path' | 'thumbnail_path' | 'duration_ms'>;
  play: () => void;
}

/** The post's thumbnail; opens the player while the file exists. */
export function Thumbnail({ post, play }: ThumbnailProps) {
  if (!post.file_path) {
    return (
      <Tooltip title={TEXTS.fileGone}>
        <Box>
          <Poster src={post.thumbnail_path && mediaUrl(post.thumbnail_path)} />
        </Box>
      </Tooltip>
    );
  }
  return (
    <ButtonBase
      aria-label={TEXTS.play(post.title)}
      onClick={play}
      focusRipple={false}
      sx={{
        ...THUMBNAIL,
        position: 'relative',
        '&:hover .play, &:focus-visible .play': { opacity: 1 },
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <Poster src={post.thumbnail_path && mediaUrl(post.thumbnail_path)} />
      <Box
        className="play"
        sx={{
          position: 'absolute',
          inset: 0,
          display: 'grid',
          placeContent: 'center',
          opacity: 0,
          transition: 'opacity 150ms',
          color: 'common.white',
          bgcolor: 'rgb(0 0 0 / 0.45)',
        }}
      >
        <PlayIcon />
      </Box>
      {post.duration_ms !== null && post.duration_ms > 0 && (
        <Box
          aria-hidden="true"
          sx={{
            position: 'absolute',
            right: 2,
            bottom: 2,
            px: 0.375,
            borderRadius: 0.5,
            typography: 'body2',
            fontSize: 10.5,
            lineHeight: '14px',
            color: 'common.white',
            bgcolor: 'rgb(0 0 0 / 0.7)',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {playTime(post.duration_ms)}
        </Box>
      )}
    </ButtonBase>
  );
}

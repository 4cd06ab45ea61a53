import MovieIcon from '@mui/icons-material/MovieOutlined';
import PlayIcon from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { isolated, playTime } from '../../../format';
import type { SharedVideo } from '../../../types';
import { mediaUrl } from '../Thumbnail';
import { TEXTS } from './texts';

export interface ChoosesVideos {
  has: (id: number) => boolean;
  toggle: (video: SharedVideo) => void;
}

interface LibraryTileProps {
  video: SharedVideo;
  chosen: ChoosesVideos;
  play: (video: SharedVideo) => void;
}

/** Clicking the tile selects the video; its button plays it. */
export function LibraryTile({ video, chosen, play }: LibraryTileProps) {
  const has = chosen.has(video.id);
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        border: 1,
        borderColor: has ? 'primary.main' : 'divider',
        bgcolor: has ? 'brandTint' : 'transparent',
        borderRadius: 1.25,
        overflow: 'hidden',
      }}
    >
      <Box component="label" sx={{ display: 'block', cursor: 'pointer' }}>
        <VideoThumbnail video={video} />
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, p: 1, pl: 0.5 }}>
          <Checkbox
            size="small"
            checked={has}
            onChange={() => {
              chosen.toggle(video);
            }}
            slotProps={{ input: { 'aria-label': TEXTS.choose(video.title) } }}
            sx={{ p: 0.25 }}
          />
          <Box sx={{ minWidth: 0 }}>
            <Typography
              variant="body2"
              noWrap
              dir="auto"
              title={video.title}
              sx={{ fontWeight: 600, mt: '2px' }}
            >
              {video.title}
            </Typography>
            <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
              {[
                video.category && isolated(video.category.name),
                video.duration_ms !== null && playTime(video.duration_ms),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </Box>
        </Box>
      </Box>
      <IconButton
        size="small"
        aria-label={TEXTS.play(video.title)}
        onClick={() => {
          play(video);
        }}
        sx={{
          position: 'absolute',
          top: 8,
          right: 8,
          bgcolor: 'background.paper',
          color: 'text.primary',
          '&:hover': { bgcolor: 'sunken' },
        }}
      >
        <PlayIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

function VideoThumbnail({ video }: { video: SharedVideo }) {
  const [broken, setBroken] = useState(false);
  return (
    <Box
      sx={{
        aspectRatio: '9 / 12',
        display: 'grid',
        placeContent: 'center',
        bgcolor: 'sunken',
        color: 'text.secondary',
        overflow: 'hidden',
      }}
    >
      {video.thumbnail_path && !broken ? (
        <Box
          component="img"
          src={mediaUrl(video.thumbnail_path)}
          alt=""
          loading="lazy"
          onError={() => {
            setBroken(true);
          }}
          sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
        />
      ) : (
        <MovieIcon />
      )}
    </Box>
  );
}

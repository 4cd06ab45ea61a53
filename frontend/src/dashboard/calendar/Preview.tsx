import BrokenIcon from '@mui/icons-material/ImageNotSupportedOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { mediaUrl } from '../posts/Thumbnail';
import { KINDS } from '../posts/kinds';
import type { PostWithKind } from './useCalendar';
import { TEXTS } from './texts';

const FRAME = {
  display: 'block',
  width: '100%',
  height: { xs: 240, sm: 300 },
  borderRadius: 1.25,
  objectFit: 'contain',
  bgcolor: 'sunken',
};

/** A player for the video, or the photo. */
export function Preview({ item }: { item: PostWithKind }) {
  const [broken, setBroken] = useState(false);
  const { file_path: file, thumbnail_path: thumbnail } = item;
  if (!file || broken) {
    return (
      <Box sx={{ ...FRAME, display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 1 }}>
        <BrokenIcon sx={{ color: 'text.secondary' }} />
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {file ? TEXTS.cannotPlay : TEXTS.fileGone}
        </Box>
      </Box>
    );
  }
  const fail = () => {
    setBroken(true);
  };
  return KINDS[item.kind].media === 'image' ? (
    <Box component="img" src={mediaUrl(file)} alt={item.title} onError={fail} sx={FRAME} />
  ) : (
    <Box
      component="video"
      src={mediaUrl(file)}
      poster={thumbnail ? mediaUrl(thumbnail) : undefined}
      preload={thumbnail ? 'none' : 'metadata'}
      controls
      playsInline
      controlsList="nodownload"
      disablePictureInPicture
      aria-label={item.title}
      onError={fail}
      sx={FRAME}
    />
  );
}

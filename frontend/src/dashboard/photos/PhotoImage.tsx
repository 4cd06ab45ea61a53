import BrokenIcon from '@mui/icons-material/BrokenImageOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { TEXTS } from './texts';

interface PhotoImageProps {
  src: string | null;
  alt: string;
  fit: 'cover' | 'contain';
}

/** Fills its frame; shows a placeholder if the image fails to load. */
export function PhotoImage({ src, alt, fit }: PhotoImageProps) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken) {
    return (
      <Box
        role="img"
        aria-label={TEXTS.noPicture}
        sx={{
          width: '100%',
          height: '100%',
          minHeight: 120,
          display: 'grid',
          placeContent: 'center',
          color: 'text.secondary',
        }}
      >
        <BrokenIcon sx={{ fontSize: 40 }} />
      </Box>
    );
  }
  return (
    <Box
      component="img"
      src={src}
      alt={alt}
      loading="lazy"
      onError={() => {
        setBroken(src);
      }}
      sx={{ display: 'block', width: '100%', height: '100%', objectFit: fit }}
    />
  );
}

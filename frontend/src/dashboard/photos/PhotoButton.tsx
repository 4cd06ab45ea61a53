import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Post } from '../../types';
import { mediaUrl } from '../posts/Thumbnail';
import { PhotoImage } from './PhotoImage';
import { TEXTS } from './texts';

/** Lower on a phone, where a photo fills the width. */
export const FRAME = {
  width: '100%',
  aspectRatio: { xs: '4 / 3', sm: '1' },
  bgcolor: 'sunken',
  borderBottom: 1,
  borderColor: 'divider',
};

/** The photo of a tile; opens the preview while the file exists. */
export function PhotoButton({ post, open }: { post: Post; open: () => void }) {
  const small = post.thumbnail_path ?? post.file_path;
  const picture = <PhotoImage src={small && mediaUrl(small)} alt="" fit="cover" />;
  if (!post.file_path) {
    return (
      <Box sx={FRAME} title={TEXTS.fileGone}>
        {picture}
      </Box>
    );
  }
  return (
    <ButtonBase
      aria-label={TEXTS.view(post.title)}
      onClick={open}
      focusRipple={false}
      sx={{
        ...FRAME,
        '&:hover': { opacity: 0.92 },
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      {picture}
    </ButtonBase>
  );
}

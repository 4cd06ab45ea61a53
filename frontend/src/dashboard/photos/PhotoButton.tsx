import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Post } from '../../types';
import { mediaUrl } from '../posts/Thumbnail';
import { PhotoImage } from './PhotoImage';

/** Lower on a phone, where a photo is as wide as the screen. */
export const FRAME = {
  width: '100%',
  aspectRatio: { xs: '4 / 3', sm: '1' },
  bgcolor: 'sunken',
  borderBottom: 1,
  borderColor: 'divider',
};

/** The photo in its tile; it opens the preview while there is something to see. */
export function PhotoButton({ post, open }: { post: Post; open: () => void }) {
  const small = post.thumbnail_path ?? post.file_path;
  const picture = <PhotoImage src={small && mediaUrl(small)} alt="" fit="cover" />;
  if (!post.file_path) {
    return (
      <Box sx={FRAME} title="The file is no longer kept">
        {picture}
      </Box>
    );
  }
  return (
    <ButtonBase
      aria-label={`View ${post.title}`}
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

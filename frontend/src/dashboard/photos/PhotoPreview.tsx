import Box from '@mui/material/Box';
import type { PostPreviewProps } from '../posts/postDialog';
import { Overlay } from '../posts/Overlay';
import { mediaUrl } from '../posts/Thumbnail';
import { PhotoImage } from './PhotoImage';

const SIZE = { width: 'min(960px, 100vw - 34px)', height: 'min(100vh - 140px, 125vw)' };

/** The whole photo, as large as the screen allows. */
export function PhotoPreview({ post, close }: PostPreviewProps) {
  return (
    <Overlay title={post.title} close={close} width={SIZE.width}>
      <Box sx={{ ...SIZE, bgcolor: 'sunken' }}>
        <PhotoImage src={post.file_path && mediaUrl(post.file_path)} alt={post.title} fit="contain" />
      </Box>
    </Overlay>
  );
}

import Box from '@mui/material/Box';
import type { PreviewProps } from '../posts/opened';
import { Overlay } from '../posts/Overlay';
import { mediaUrl } from '../posts/Thumbnail';
import { Picture } from './Picture';

const SIZE = { width: 'min(960px, 100vw - 34px)', height: 'min(100vh - 140px, 125vw)' };

/** The whole photo, as large as the screen allows. */
export function PhotoPreview({ post, close }: PreviewProps) {
  return (
    <Overlay title={post.title} close={close} width={SIZE.width}>
      <Box sx={{ ...SIZE, bgcolor: 'sunken' }}>
        <Picture src={post.file_path && mediaUrl(post.file_path)} alt={post.title} fit="contain" />
      </Box>
    </Overlay>
  );
}

import Box from '@mui/material/Box';
import { Overlay } from './Overlay';
import type { PostPreviewProps } from './postDialog';
import { mediaUrl } from './Thumbnail';

interface PlayerProps {
  post: Pick<PostPreviewProps['post'], 'title' | 'file_path'>;
  close: () => void;
}

export function Player({ post, close }: PlayerProps) {
  return (
    <Overlay title={post.title} close={close} width="min(420px, 100vw - 34px)">
      <Box
        component="video"
        src={post.file_path ? mediaUrl(post.file_path) : undefined}
        controls
        autoPlay
        playsInline
        controlsList="nodownload"
        disablePictureInPicture
        onContextMenu={(event) => {
          event.preventDefault();
        }}
        sx={{
          display: 'block',
          mx: 'auto',
          aspectRatio: '9 / 16',
          height: 'min(100vh - 140px, 747px, (100vw - 34px) * 16 / 9)',
          maxWidth: 'calc(100vw - 34px)',
          bgcolor: 'common.black',
        }}
      />
    </Overlay>
  );
}

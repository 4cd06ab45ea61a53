import CloseIcon from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { Post } from '../../types';
import { mediaUrl } from './Thumbnail';

interface PlayerProps {
  post: Pick<Post, 'title' | 'file_path'>;
  close: () => void;
}

export function Player({ post, close }: PlayerProps) {
  return (
    <Dialog
      open
      onClose={close}
      maxWidth={false}
      aria-labelledby="player-title"
      slotProps={{ paper: { sx: { width: 'auto' } } }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          pl: 2,
          pr: 1,
          py: 1,
          maxWidth: 'min(420px, 100vw - 34px)',
        }}
      >
        <Typography id="player-title" variant="h2" noWrap sx={{ flex: 1 }}>
          {post.title}
        </Typography>
        <IconButton aria-label="Close" onClick={close}>
          <CloseIcon />
        </IconButton>
      </Box>
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
          height: 'min(calc(100vh - 140px), 747px)',
          maxWidth: 'calc(100vw - 34px)',
          bgcolor: 'common.black',
        }}
      />
    </Dialog>
  );
}

import MovieIcon from '@mui/icons-material/MovieOutlined';
import PhotoIcon from '@mui/icons-material/PhotoOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useChannel } from './ChannelContext';

export function NoPosts() {
  const { media, texts } = useChannel();
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 6, px: 2, textAlign: 'center' }}>
      <Box
        sx={{
          width: 56,
          height: 56,
          mb: 1,
          borderRadius: '50%',
          display: 'grid',
          placeContent: 'center',
          bgcolor: 'brandTint',
          color: 'primary.main',
        }}
      >
        {media === 'photo' ? <PhotoIcon /> : <MovieIcon />}
      </Box>
      <Typography variant="h2">{texts.empty}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>{texts.emptyNext}</Typography>
    </Box>
  );
}

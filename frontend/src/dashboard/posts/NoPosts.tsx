import MovieIcon from '@mui/icons-material/MovieOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useChannel } from './ChannelContext';

export function NoPosts() {
  const { texts } = useChannel();
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
        <MovieIcon />
      </Box>
      <Typography variant="h2">{texts.empty}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        Drop your first {texts.one} above and give it a time.
      </Typography>
    </Box>
  );
}

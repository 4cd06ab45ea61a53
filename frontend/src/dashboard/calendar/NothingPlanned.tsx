import CalendarIcon from '@mui/icons-material/EventAvailableOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';

/** An empty calendar says what to do next. */
export function NothingPlanned({ waiting, large }: { waiting: number; large: boolean }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: large ? 'column' : { xs: 'column', sm: 'row' },
        alignItems: 'center',
        gap: large ? 1 : 1.5,
        px: 2,
        py: large ? 7 : 1.5,
        textAlign: large ? 'center' : 'left',
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: large ? undefined : 'brandTint',
      }}
    >
      <Box
        sx={{
          width: large ? 56 : 36,
          height: large ? 56 : 36,
          flex: 'none',
          borderRadius: '50%',
          display: 'grid',
          placeContent: 'center',
          bgcolor: large ? 'brandTint' : 'background.paper',
          color: 'primary.main',
        }}
      >
        <CalendarIcon fontSize={large ? 'medium' : 'small'} />
      </Box>
      <Box sx={{ flex: large ? undefined : 1, minWidth: 0 }}>
        <Typography variant={large ? 'h2' : 'h3'} component="h3">
          Nothing planned here
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {waiting > 0
            ? 'Give one of those without a time a place, or all of them at once.'
            : 'Upload a video or a photo and give it a time; it appears here.'}
        </Typography>
      </Box>
      {waiting === 0 && (
        <Button variant="contained" component={Link} to="/dashboard/videos" sx={{ mt: large ? 1 : 0 }}>
          Upload videos
        </Button>
      )}
    </Box>
  );
}

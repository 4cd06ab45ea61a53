import SearchOffIcon from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFormat } from '../FormatContext';

export function NoMatchingPosts({ clear }: { clear: () => void }) {
  const { texts } = useFormat();
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1.5, py: 6, px: 2, textAlign: 'center' }}>
      <SearchOffIcon sx={{ fontSize: 32, color: 'text.secondary' }} />
      <Typography>No {texts.many} match your search.</Typography>
      <Button variant="outlined" color="inherit" onClick={clear}>
        Show all {texts.many}
      </Button>
    </Box>
  );
}

import SearchOffIcon from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFormat } from '../FormatContext';
import { TEXTS } from './texts';

export function NoMatchingPosts({ clear }: { clear: () => void }) {
  const { texts } = useFormat();
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1.5, py: 6, px: 2, textAlign: 'center' }}>
      <SearchOffIcon sx={{ fontSize: 32, color: 'text.secondary' }} />
      <Typography>{TEXTS.noMatch(texts.many)}</Typography>
      <Button variant="outlined" color="inherit" onClick={clear}>
        {TEXTS.showAll(texts.many)}
      </Button>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { PostStatus } from '../../types';
import { TEXTS } from './texts';

interface MeanwhileNoticeProps {
  /** Null: it was deleted. */
  status: PostStatus | null;
  /** Its content is no longer what the fields began with. */
  isOther: boolean;
}

/** What became of the post while it is being edited. */
export function MeanwhileNotice({ status, isOther }: MeanwhileNoticeProps) {
  const isOpen = status === 'pending';
  const sentence = status === null ? TEXTS.gone : isOpen ? TEXTS.changedElsewhere : TEXTS.tooLate(status);
  const isShown = !isOpen || isOther;
  return (
    <Box role="status">
      {isShown && (
        <Box sx={NOTICE}>
          <Box component="span" sx={{ flex: '1 1 240px' }}>
            {sentence}
          </Box>
          {isOpen && (
            <Button
              size="small"
              color="inherit"
              onClick={() => {
                location.reload();
              }}
            >
              {TEXTS.loadLatest}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}

const NOTICE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 1,
  mb: 2,
  minHeight: 48,
  borderRadius: 1.5,
  bgcolor: 'tones.warning.tint',
  color: 'tones.warning.text',
};

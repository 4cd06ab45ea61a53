import CloseIcon from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { plural } from '../../../format';
import type { BulkResult } from '../calls';
import { TEXTS } from './texts';

interface BulkUploadResultProps {
  result: BulkResult;
  /** The label of an entry, by its index. */
  nameOf: (index: number) => string;
  dismiss: () => void;
}

export function BulkUploadResult({ result: { created, skipped }, nameOf, dismiss }: BulkUploadResultProps) {
  const added = created > 0 ? `${plural(created, 'caption')} added` : TEXTS.noneAdded;
  return (
    <Box sx={{ borderRadius: 1, bgcolor: 'sunken', pl: 2, pr: 1, py: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography role="status" sx={{ flex: 1, fontWeight: 600 }}>
          {added}
          {skipped.length > 0 && `, ${skipped.length} skipped`}
        </Typography>
        <IconButton size="small" aria-label={TEXTS.dismissResult} onClick={dismiss}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      {skipped.length > 0 && (
        <Box
          component="ul"
          aria-label={TEXTS.skippedEntries}
          // Focusable, so that the keyboard can scroll it.
          tabIndex={0}
          sx={{ listStyle: 'none', m: 0, p: 0, pb: 1, maxHeight: 220, overflowY: 'auto' }}
        >
          {skipped.map(({ index, content, reason }) => (
            <Box component="li" key={index} sx={{ py: 0.75, pr: 1, overflowWrap: 'anywhere' }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {nameOf(index)}
                {content.trim() && <Quoted text={content} />}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {reason}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

const Quoted = ({ text }: { text: string }) => (
  <Box component="span" sx={{ fontWeight: 400 }}>
    {' '}
    “<bdi>{text.trim()}</bdi>”
  </Box>
);

import ExpandIcon from '@mui/icons-material/ExpandMoreRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import { UploadSummary } from './UploadSummary';
import type { UploadQueue } from './uploadQueue';
import type { Upload } from './upload';
import { OpenedPart } from '../../layout/OpenedPart';
import { lazyPart } from '../../../lazyPart';
import { TEXTS } from './texts';

const UploadFields = lazyPart(() =>
  import('./UploadFields').then((part) => ({ default: part.UploadFields })),
);

/** Text and time of a file before the upload, collapsed by default. */
export function UploadDetails({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const [open, setOpen] = useState(false);
  const fields = useId();
  return (
    <Box sx={{ maxWidth: 520 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Button
          size="small"
          color="inherit"
          aria-expanded={open}
          aria-controls={open ? fields : undefined}
          aria-label={TEXTS.textAndTimeOf(upload.file.name)}
          endIcon={<ExpandIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
          onClick={() => {
            setOpen(!open);
          }}
          sx={{ ml: -1.25 }}
        >
          {TEXTS.textAndTime}
        </Button>
        {!open && <UploadSummary upload={upload} />}
      </Box>
      {open && (
        <Box id={fields} sx={{ display: 'grid', gap: 1.5, pt: 1.5, pb: 1 }}>
          <OpenedPart
            close={() => {
              setOpen(false);
            }}
          >
            <UploadFields upload={upload} queue={queue} />
          </OpenedPart>
        </Box>
      )}
    </Box>
  );
}

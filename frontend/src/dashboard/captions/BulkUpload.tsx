import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { useListContext } from 'react-admin';
import { toast } from '../../toasts';
import { Panel } from '../layout/Panel';
import { BulkOutcome } from './BulkOutcome';
import { refusalOf } from './refusal';
import { useCaptionActions } from './useCaptionActions';

/** Many captions from one file, and what became of each of its entries. */
export function BulkUpload() {
  const { setPage } = useListContext();
  const { upload } = useCaptionActions();
  const input = useRef<HTMLInputElement>(null);
  const helpId = useId();
  const refusal = refusalOf(upload.error, 'captions_file');

  const take = (file: File | undefined) => {
    if (!file) return;
    if (file.type !== 'application/json') toast.error('Please select a JSON file');
    else
      upload.mutate(file, {
        onSuccess() {
          setPage(1);
        },
      });
  };

  return (
    <Panel title="Many at once">
      <Typography id={helpId} sx={{ color: 'text.secondary', mb: 2 }}>
        A JSON file with a list of texts, at most 1,000:
        <Box
          component="code"
          sx={{ display: 'block', mt: 0.5, fontSize: 13, color: 'text.primary', overflowWrap: 'anywhere' }}
        >
          ["First caption", "Second caption"]
        </Box>
      </Typography>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<UploadIcon />}
        disabled={upload.isPending}
        aria-describedby={helpId}
        onClick={() => {
          input.current?.click();
        }}
      >
        {upload.isPending ? 'Uploading...' : 'Upload JSON file'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="Choose a JSON file of captions"
        onChange={(event) => {
          take(event.target.files?.[0]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      <Box sx={{ mt: 2, '&:empty': { display: 'none' } }}>
        {refusal && (
          <Typography role="alert" variant="body2" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
            {refusal}
          </Typography>
        )}
        {upload.data && <BulkOutcome result={upload.data} dismiss={upload.reset} />}
      </Box>
    </Panel>
  );
}

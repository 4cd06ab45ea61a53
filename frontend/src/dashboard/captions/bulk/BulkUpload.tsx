import ListIcon from '@mui/icons-material/PlaylistAddRounded';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { useListContext } from 'react-admin';
import { toast } from '../../../toasts';
import { useKeptInput } from '../../../keptInput';
import { Panel } from '../../layout/Panel';
import { refusalOf } from '../refusal';
import { useCaptionActions } from '../useCaptionActions';
import type { ManyCaptions } from '../useCaptionActions';
import { BulkUploadResult } from './BulkUploadResult';
import { ListDialog } from './ListDialog';

/** Many captions from one list or file, and what became of each of its entries. */
export function BulkUpload() {
  const { setPage } = useListContext();
  const { upload } = useCaptionActions();
  const [listing, setListing] = useKeptInput('captions dialog', false);
  const input = useRef<HTMLInputElement>(null);
  const helpId = useId();
  const refusal = refusalOf(upload.error, 'captions_file');
  const send = (many: ManyCaptions) => {
    upload.mutate(many, {
      onSuccess() {
        setListing(false);
        setPage(1);
      },
    });
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    if (file.type !== 'application/json') toast.error('Please select a JSON file');
    else send({ file, nameOf: (index) => `Entry ${index + 1}` });
  };

  return (
    <Panel title="Many at once">
      <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>
        Paste a list with one caption per line, or choose a CSV or text file.
      </Typography>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<ListIcon />}
        disabled={upload.isPending}
        onClick={() => {
          upload.reset();
          setListing(true);
        }}
      >
        Add a list
      </Button>
      <Typography id={helpId} sx={{ color: 'text.secondary', mt: 2.5, mb: 1.5 }}>
        Or upload a JSON file with a list of texts, at most 1,000:
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
        {refusal && !listing && (
          <Typography role="alert" variant="body2" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
            {refusal}
          </Typography>
        )}
        {upload.data && (
          <BulkUploadResult result={upload.data} nameOf={upload.variables.nameOf} dismiss={upload.reset} />
        )}
      </Box>
      {listing && (
        <ListDialog
          busy={upload.isPending}
          refusal={refusal}
          send={send}
          close={() => {
            upload.reset();
            setListing(false);
          }}
        />
      )}
    </Panel>
  );
}

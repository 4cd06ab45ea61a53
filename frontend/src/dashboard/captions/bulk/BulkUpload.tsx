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
import { TEXTS } from './texts';

/** Adds many captions from a list or file and reports the result of each. */
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
    if (file.type !== 'application/json') toast.error(TEXTS.notJson);
    else send({ file, nameOf: (index) => TEXTS.entry(index + 1) });
  };

  return (
    <Panel title={TEXTS.title}>
      <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>{TEXTS.listHint}</Typography>
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
        {TEXTS.addAList}
      </Button>
      <Typography id={helpId} sx={{ color: 'text.secondary', mt: 2.5, mb: 1.5 }}>
        Or upload a JSON file with a list of texts, at most 1,000:
        <Box
          component="code"
          sx={{ display: 'block', mt: 0.5, fontSize: 13, color: 'text.primary', overflowWrap: 'anywhere' }}
        >
          {TEXTS.jsonExample}
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
        {upload.isPending ? TEXTS.uploading : TEXTS.uploadJsonFile}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={TEXTS.chooseJson}
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
            // What was sent goes on, and its result is shown.
            if (!upload.isPending) upload.reset();
            setListing(false);
          }}
        />
      )}
    </Panel>
  );
}

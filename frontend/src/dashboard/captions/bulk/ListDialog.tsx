import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useRef, useState } from 'react';
import { plural } from '../../../format';
import { useKeptInput } from '../../../keptInput';
import { FormDialog } from '../../layout/FormDialog';
import type { ManyCaptions } from '../useCaptionActions';
import { asJsonFile, fromLines, fromTable, problemOf } from './captionList';
import type { Table } from './captionList';
import { readListFile } from './readListFile';
import { TableChoices } from './TableChoices';
import { TEXTS } from './texts';

interface ListDialogProps {
  busy: boolean;
  refusal?: string;
  send: (many: ManyCaptions) => void;
  close: () => void;
}

/** A typed or pasted list, one caption per line, or a table from a file. */
export function ListDialog({ busy, refusal, send, close }: ListDialogProps) {
  const [text, setText] = useKeptInput('list of captions', '');
  const [table, setTable] = useState<Table>();
  const [unread, setUnread] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  /** If two files are read concurrently, the last choice wins. */
  const newest = useRef<File>(undefined);
  const list = useMemo(() => (table ? fromTable(table) : fromLines(text)), [table, text]);
  const problem = unread ?? problemOf(list);
  const { length } = list.captions;

  const take = async (file: File | undefined) => {
    if (!file) return;
    newest.current = file;
    const read = await readListFile(file);
    if (newest.current !== file) return;
    setUnread('problem' in read ? read.problem : undefined);
    setTable('rows' in read ? read : undefined);
    if ('text' in read) setText(read.text);
  };

  return (
    <FormDialog
      title={TEXTS.dialogTitle}
      wide
      submit={length > 0 && !problem ? TEXTS.addMany(plural(length, 'caption')) : TEXTS.addCaptions}
      submitting={TEXTS.adding}
      busy={busy}
      isEdited={table !== undefined || text.trim() !== ''}
      blocked={length === 0 || problem !== undefined}
      refusal={refusal}
      close={close}
      send={() => {
        const place = table ? TEXTS.row : TEXTS.line;
        send({ file: asJsonFile(list), nameOf: (index) => `${place} ${list.places[index] ?? index + 1}` });
      }}
    >
      {table ? (
        <TableChoices table={table} change={setTable} />
      ) : (
        <TextField
          label={TEXTS.oneCaptionPerLine}
          multiline
          minRows={6}
          maxRows={12}
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setUnread(undefined);
          }}
          helperText={TEXTS.multilineHint}
        />
      )}
      {problem && (
        <Typography role="alert" sx={{ color: 'error.main' }}>
          {problem}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<UploadIcon />}
          onClick={() => {
            input.current?.click();
          }}
        >
          {TEXTS.chooseFile}
        </Button>
        {table && (
          <Button
            color="inherit"
            onClick={() => {
              setTable(undefined);
            }}
          >
            {TEXTS.typeInstead}
          </Button>
        )}
      </Box>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label={TEXTS.chooseList}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
    </FormDialog>
  );
}

import UploadIcon from '@mui/icons-material/CloudUploadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import type { DragEvent, RefObject } from 'react';
import { TEXTS } from './texts';

interface DropTargetProps {
  format: { rules: { accept: string; help: string }; texts: { many: string } };
  input: RefObject<HTMLInputElement | null>;
  /** Smaller once files are chosen. */
  small: boolean;
  add: (files: File[]) => void;
}

/** Accepts dropped files; a click opens the file dialog. */
export function DropTarget({ format: { rules, texts }, input, small, add }: DropTargetProps) {
  const helpId = useId();
  const [over, setOver] = useState(false);
  // Touch alone cannot drag files.
  const canDrop = useMediaQuery('(any-pointer: fine)', { noSsr: true });

  const choose = () => {
    input.current?.click();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };

  return (
    <Box
      onClick={choose}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={drop}
      sx={{
        m: 1,
        px: 2,
        py: small ? 2 : { xs: 3, md: 4 },
        display: 'flex',
        flexDirection: small ? 'row' : 'column',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        columnGap: 2,
        rowGap: 1,
        textAlign: 'center',
        border: '1px dashed',
        borderColor: over ? 'primary.main' : 'outline',
        borderRadius: 1.25,
        bgcolor: over ? 'brandTint' : 'transparent',
        cursor: 'pointer',
        transition: 'background-color 150ms, border-color 150ms',
      }}
    >
      <UploadIcon sx={{ color: 'primary.main', fontSize: small ? 24 : 32 }} />
      <Typography sx={{ fontWeight: 600 }}>
        {canDrop && <>{TEXTS.dropHere(texts.many)}</>}
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-describedby={helpId}
          sx={{ ml: canDrop ? 0.5 : 0 }}
          onClick={(event) => {
            event.stopPropagation();
            choose();
          }}
        >
          {TEXTS.chooseFiles}
        </Button>
      </Typography>
      <Typography id={helpId} variant="body2" sx={{ color: 'text.secondary' }}>
        {rules.help}
      </Typography>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={rules.accept}
        aria-label={TEXTS.chooseMany(texts.many)}
        onClick={(event) => {
          event.stopPropagation();
        }}
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
    </Box>
  );
}

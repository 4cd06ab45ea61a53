import CaptionsIcon from '@mui/icons-material/ShortTextOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Caption } from '../../../types';
import { useCaptionChoices } from './useCaptionChoices';
import { TEXTS } from './texts';

const TWO_LINES = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;

/** A button that opens a searchable list of the user's captions. */
export function CaptionPicker({ pick }: { pick: (content: string) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = () => {
    setAnchor(undefined);
  };
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<CaptionsIcon />}
        aria-haspopup="dialog"
        onClick={(event) => {
          setAnchor(event.currentTarget);
        }}
      >
        {TEXTS.useACaption}
      </Button>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': TEXTS.yourCaptions,
            sx: { width: 'min(420px, 100vw - 32px)', p: 1.5, border: 1, borderColor: 'divider' },
          },
        }}
      >
        <Choices
          close={close}
          pick={(content) => {
            pick(content);
            close();
          }}
        />
      </Popover>
    </>
  );
}

function Choices({ pick, close }: { pick: (content: string) => void; close: () => void }) {
  const { data, isPending, isError } = useCaptionChoices();
  if (isError) return <Typography role="alert">{TEXTS.captionsFailed}</Typography>;
  if (data?.length === 0) {
    return (
      <Typography sx={{ color: 'text.secondary' }}>
        You have no captions yet.{' '}
        <Link component={RouterLink} to="/dashboard/captions">
          {TEXTS.writeOne}
        </Link>
      </Typography>
    );
  }
  return (
    <Autocomplete
      open
      disablePortal
      disableClearable
      forcePopupIcon={false}
      loading={isPending}
      options={data ?? []}
      getOptionKey={({ id }: Caption) => id}
      getOptionLabel={({ content }: Caption) => content}
      onChange={(_event, caption) => {
        pick(caption.content);
      }}
      onClose={(_event, reason) => {
        if (reason === 'escape') close();
      }}
      renderInput={(input) => (
        <TextField {...input} autoFocus size="small" placeholder={TEXTS.searchYourCaptions} />
      )}
      renderOption={({ key, ...option }, { content }) => (
        <Box component="li" key={key} {...option}>
          <Box dir="auto" sx={TWO_LINES}>
            {content}
          </Box>
        </Box>
      )}
      slotProps={{
        popper: {
          sx: { position: 'static !important', transform: 'none !important', width: '100% !important' },
        },
        paper: { elevation: 0, sx: { mt: 1 } },
        listbox: { sx: { maxHeight: 280, p: 0 } },
      }}
    />
  );
}

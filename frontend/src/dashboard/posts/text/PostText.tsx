import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { charactersIn } from '../../../../../backend/common/characters';
import { CaptionPicker } from './CaptionPicker';
import { TEXTS } from './texts';

/** The server's limit of texts and captions. */
const MOST = 2200;

interface PostTextProps {
  label: string;
  value: string;
  change: (value: string) => void;
  refusal?: string;
}

/** The text of a post: typed, or one of the user's captions. */
export function PostText({ label, value, change, refusal }: PostTextProps) {
  return (
    <Box>
      <TextField
        label={label}
        multiline
        minRows={2}
        maxRows={8}
        fullWidth
        value={value}
        onChange={(event) => {
          change(event.target.value);
        }}
        error={Boolean(refusal)}
        helperText={refusal ?? (value ? TEXTS.lengthOf(charactersIn(value), MOST) : TEXTS.emptyTextHint)}
        slotProps={{
          htmlInput: { maxLength: MOST },
          inputLabel: { shrink: true },
          formHelperText: { role: refusal ? 'alert' : undefined },
        }}
      />
      <CaptionPicker pick={change} />
    </Box>
  );
}

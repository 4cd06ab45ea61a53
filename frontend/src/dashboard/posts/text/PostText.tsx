import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { CaptionPicker } from './CaptionPicker';

/** What an item's text and the server's captions may hold. */
const MOST = 2200;

interface PostTextProps {
  label: string;
  value: string;
  change: (value: string) => void;
  refusal?: string;
}

/** What stands under a post: typed, or one of the person's captions. */
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
        helperText={
          refusal ??
          (value ? `${value.length} of ${MOST}` : 'Empty: your captions take turns, else the title.')
        }
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

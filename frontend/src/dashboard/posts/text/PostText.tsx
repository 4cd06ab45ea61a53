import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { charactersIn } from '../../../../../backend/common/characters';
import { tooLong } from '../../tooLong';
import { CaptionPicker } from './CaptionPicker';
import { TEXTS } from './texts';

/** The server's limit of texts and captions. */
const MOST = 2200;

interface PostTextProps {
  label: string;
  value: string;
  change: (value: string) => void;
}

/** The text of a post: typed, or one of the user's captions. */
export function PostText({ label, value, change }: PostTextProps) {
  const sentence = tooLong(value, MOST);
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
        error={sentence !== undefined}
        helperText={sentence ?? (value ? TEXTS.lengthOf(charactersIn(value), MOST) : TEXTS.emptyTextHint)}
        slotProps={{
          inputLabel: { shrink: true },
          formHelperText: { role: sentence ? 'alert' : undefined },
        }}
      />
      <CaptionPicker pick={change} />
    </Box>
  );
}

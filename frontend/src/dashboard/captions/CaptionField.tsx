import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { captionLength, LONGEST_CAPTION } from './captionText';

interface CaptionFieldProps {
  label: string;
  value: string;
  change: (text: string) => void;
  readOnly: boolean;
  hint?: string;
  /** The server's sentence. */
  refusal?: string;
  autoFocus?: boolean;
}

const counted = (n: number) => n.toLocaleString('en-US');

/** A caption being written, with its length against what Instagram takes. */
export function CaptionField({
  label,
  value,
  change,
  readOnly,
  hint,
  refusal,
  autoFocus,
}: CaptionFieldProps) {
  const length = captionLength(value);
  const over = length - LONGEST_CAPTION;
  const problem = over > 0 ? `Shorten it by ${counted(over)}.` : refusal;
  return (
    <TextField
      label={label}
      multiline
      minRows={3}
      maxRows={12}
      fullWidth
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => {
        change(event.target.value);
      }}
      error={Boolean(problem)}
      slotProps={{ htmlInput: { readOnly }, formHelperText: { component: 'div' } }}
      helperText={
        <Box component="span" sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
          <span role={problem ? 'alert' : undefined}>{problem ?? hint}</span>
          <Box component="span" sx={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}>
            {counted(length)} / {counted(LONGEST_CAPTION)}
          </Box>
        </Box>
      }
    />
  );
}

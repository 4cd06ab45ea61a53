import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { captionLength, LONGEST_CAPTION } from './captionText';
import { TEXTS } from './texts';

interface CaptionFieldProps {
  label: string;
  value: string;
  change: (text: string) => void;
  readOnly: boolean;
  hint?: string;
  /** The server's message. */
  refusal?: string;
  autoFocus?: boolean;
}

const counted = (n: number) => n.toLocaleString('en-US');

/** A caption with its length and Instagram's limit. */
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
  const problem = over > 0 ? TEXTS.tooLong(counted(over)) : refusal;
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
            {TEXTS.counted(counted(length), counted(LONGEST_CAPTION))}
          </Box>
        </Box>
      }
    />
  );
}

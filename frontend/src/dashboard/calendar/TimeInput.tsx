import TextField from '@mui/material/TextField';

interface TimeInputProps {
  label: string;
  /** 'YYYY-MM-DDTHH:mm'. */
  value: string;
  min: string;
  change: (value: string) => void;
  help: string;
  /** Why the server did not take it. */
  refusal?: string;
  autoFocus?: boolean;
}

export function TimeInput({ label, value, min, change, help, refusal, autoFocus = false }: TimeInputProps) {
  return (
    <TextField
      label={label}
      type="datetime-local"
      required
      fullWidth
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => {
        change(event.target.value);
      }}
      error={Boolean(refusal)}
      helperText={refusal ?? help}
      slotProps={{
        htmlInput: { min },
        inputLabel: { shrink: true, required: false },
        formHelperText: { role: refusal ? 'alert' : undefined },
      }}
    />
  );
}

import TextField from '@mui/material/TextField';

interface PasswordFieldProps {
  value: string;
  change: (password: string) => void;
  error: boolean;
  helperText?: string;
}

/** Asks who sits here once more. */
export const PasswordField = ({ value, change, ...state }: PasswordFieldProps) => (
  <TextField
    label="Current password"
    type="password"
    required
    autoFocus
    autoComplete="current-password"
    value={value}
    onChange={(event) => {
      change(event.target.value);
    }}
    slotProps={{ inputLabel: { required: false } }}
    {...state}
  />
);

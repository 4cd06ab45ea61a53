import TextField from '@mui/material/TextField';
import { TEXTS } from './texts';

interface PasswordFieldProps {
  value: string;
  change: (password: string) => void;
  error: boolean;
  helperText?: string;
}

/** Confirms the user's identity. */
export const PasswordField = ({ value, change, ...state }: PasswordFieldProps) => (
  <TextField
    label={TEXTS.currentPassword}
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

import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface TimeFieldProps {
  label: string;
  /** Value of a `datetime-local` input, in the user's zone, which may differ from the browser's. */
  value: string;
  min: string;
  change: (value: string) => void;
  help?: ReactNode;
  refusal?: string;
  required?: boolean;
  autoFocus?: boolean;
}

/** Keeps a year that is typed to four digits. */
const LAST_TIME = '9999-12-31T23:59';

export function TimeField(props: TimeFieldProps) {
  const { label, value, min, change, help, refusal, required = false, autoFocus = false } = props;
  return (
    <TextField
      label={label}
      type="datetime-local"
      required={required}
      fullWidth
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => {
        change(event.target.value);
      }}
      error={Boolean(refusal)}
      helperText={refusal ? <RefusalWithHelp refusal={refusal} help={help} /> : help}
      slotProps={{
        htmlInput: { min, max: LAST_TIME },
        inputLabel: { shrink: true, required: false },
      }}
    />
  );
}

/** The help stays, since it names the time zone that the refusal is about. */
const RefusalWithHelp = ({ refusal, help }: { refusal: string; help: ReactNode }) => (
  <>
    <span role="alert">{refusal}</span>
    {help && (
      <Typography component="span" variant="inherit" sx={{ display: 'block', color: 'text.secondary' }}>
        {help}
      </Typography>
    )}
  </>
);

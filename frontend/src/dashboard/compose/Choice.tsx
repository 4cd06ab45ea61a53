import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';

interface ChoiceProps {
  label: string;
  hint?: string;
  isOn: boolean;
  set: (isOn: boolean) => void;
}

/** A switch, and what it means where the label does not say it. */
export const Choice = ({ label, hint, isOn, set }: ChoiceProps) => (
  <Box>
    <FormControlLabel
      label={label}
      control={
        <Switch
          checked={isOn}
          onChange={(_event, isNow) => {
            set(isNow);
          }}
        />
      }
      slotProps={{ typography: { variant: 'body2' } }}
      sx={{ m: 0, gap: 1 }}
    />
    {hint && (
      <Typography variant="body2" sx={{ color: 'text.secondary', ml: 7 }}>
        {hint}
      </Typography>
    )}
  </Box>
);

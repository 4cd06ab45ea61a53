import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { charactersIn } from '../../../../backend/common/characters';
import { LIMITS, textViolation, thousands } from '../../../../backend/publishing/composing/text-limits';
import type { Network } from '../accounts/account';
import { CaptionPicker } from '../posts/text/CaptionPicker';
import { TEXTS } from './texts';

interface ComposeTextProps {
  label: string;
  value: string;
  change: (value: string) => void;
  /** That get this text. The strictest one counts. */
  networks: readonly Network[];
  refusal: string | undefined;
  hint?: string;
}

/** The text of a post, with a counter; typed, or one of the user's captions. */
export function ComposeText({ label, value, change, networks, refusal, hint }: ComposeTextProps) {
  const network = networks.includes('instagram') ? 'instagram' : 'facebook';
  const sentence = refusal ?? (value.trim() ? textViolation(network, value.trim()) : undefined);
  const count = TEXTS.lengthOf(thousands(charactersIn(value)), thousands(LIMITS[network].text));
  return (
    <Box>
      <TextField
        label={label}
        multiline
        minRows={3}
        maxRows={12}
        fullWidth
        value={value}
        onChange={(event) => {
          change(event.target.value);
        }}
        error={sentence !== undefined}
        helperText={sentence ?? (value === '' && hint ? hint : count)}
        slotProps={{
          inputLabel: { shrink: true },
          formHelperText: { role: sentence ? 'alert' : undefined },
        }}
        sx={{ mt: 1 }}
      />
      <CaptionPicker pick={change} />
    </Box>
  );
}

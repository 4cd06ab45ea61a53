import Button from '@mui/material/Button';
import { toast } from '../../../toasts';
import { TEXTS } from './texts';

/** Browsers offer the clipboard only on HTTPS and localhost. */
export const CopyButton = ({ text, label }: { text: string; label: string }) => (
  <Button
    size="small"
    color="inherit"
    aria-label={label}
    onClick={() => {
      copy(text).then(
        () => toast.success(TEXTS.copied),
        () => toast.error(TEXTS.copyFailed),
      );
    }}
  >
    {TEXTS.copy}
  </Button>
);

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

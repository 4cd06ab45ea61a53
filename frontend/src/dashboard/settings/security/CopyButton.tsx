import Button from '@mui/material/Button';
import { toast } from '../../../toasts';

/** Browsers give the clipboard only to pages on https or on this machine. */
export const CopyButton = ({ text, label }: { text: string; label: string }) => (
  <Button
    size="small"
    color="inherit"
    aria-label={label}
    onClick={() => {
      copy(text).then(
        () => toast.success('Copied'),
        () => toast.error('This browser does not let us copy. Select the text and copy it yourself.'),
      );
    }}
  >
    Copy
  </Button>
);

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

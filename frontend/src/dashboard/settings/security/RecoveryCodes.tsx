import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { CopyButton } from './CopyButton';

/** The only time that they are shown: nothing but the button closes it. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const id = useId();
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={id} aria-describedby={`${id}-why`}>
      <DialogTitle id={id}>Save your recovery codes</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-why`} sx={{ color: 'text.secondary', mb: 2 }}>
          Two-factor sign-in is on. Each of these codes stands for a code of your app once, should you lose
          your phone. They are not shown again.
        </Typography>
        <Box
          component="ul"
          aria-label="Recovery codes"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 2,
            borderRadius: 1,
            bgcolor: 'sunken',
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            gap: 1,
            fontFamily: 'monospace',
            fontSize: 14,
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Box sx={{ display: 'flex', gap: 1, mt: 1.5 }}>
          <CopyButton text={text} label="Copy the recovery codes" />
          <Button
            size="small"
            color="inherit"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="pagecast-recovery-codes.txt"
            aria-label="Download the recovery codes"
          >
            Download
          </Button>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={close}>
          I have saved them
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { CopyButton } from './CopyButton';
import { TEXTS } from './texts';

/** Shown only once, so only the button closes it. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const id = useId();
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={id} aria-describedby={`${id}-why`}>
      <DialogTitle id={id}>{TEXTS.saveYourRecoveryCodes}</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-why`} sx={{ color: 'text.secondary', mb: 2 }}>
          {TEXTS.recoveryHint}
        </Typography>
        <Box
          component="ul"
          aria-label={TEXTS.recoveryCodes}
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
          <CopyButton text={text} label={TEXTS.copyRecoveryCodes} />
          <Button
            size="small"
            color="inherit"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="pagecast-recovery-codes.txt"
            aria-label={TEXTS.downloadRecoveryCodes}
          >
            {TEXTS.download}
          </Button>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={close}>
          {TEXTS.savedThem}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

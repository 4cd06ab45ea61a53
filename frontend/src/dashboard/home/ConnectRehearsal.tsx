import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Config } from '../../types';
import { refreshAccounts } from '../queries';
import { useUserForm } from '../layout/useUserForm';
import { FIRST_STEPS } from './calls';
import { saveFacebookSettings } from '../accountCalls';
import { TEXTS } from './texts';

/** The rehearsal's token is public, so one click connects. */
export function ConnectRehearsal({ page }: { page: NonNullable<Config['rehearsal']> }) {
  const client = useQueryClient();
  const { access_token, page_id, instagram_page_id } = page;
  const { busy, refusal, submit } = useUserForm({
    save: () => saveFacebookSettings({ access_token, page_id, instagram_page_id }),
    saved: TEXTS.facebookSettingsSaved,
    failed: TEXTS.facebookSettingsFailed,
    then: () => Promise.all([refreshAccounts(client), client.invalidateQueries({ queryKey: FIRST_STEPS })]),
  });
  return (
    <Box component="form" onSubmit={submit}>
      <Button type="submit" variant="contained" disabled={busy}>
        {busy ? TEXTS.connecting : TEXTS.useRehearsalPage}
      </Button>
      {refusal && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main', mt: 0.5 }}>
          {refusal}
        </Typography>
      )}
    </Box>
  );
}

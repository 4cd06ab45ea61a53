import Typography from '@mui/material/Typography';
import { Screen } from '../../layout/Screen';

export function AdminsOnly({ title }: { title: string }) {
  return (
    <Screen title={title}>
      <Typography sx={{ color: 'text.secondary' }}>Only administrators can see this.</Typography>
    </Screen>
  );
}

import Typography from '@mui/material/Typography';
import { Screen } from '../../layout/Screen';
import { TEXTS } from './texts';

export function AdminsOnly({ title }: { title: string }) {
  return (
    <Screen title={title}>
      <Typography sx={{ color: 'text.secondary' }}>{TEXTS.adminsOnly}</Typography>
    </Screen>
  );
}

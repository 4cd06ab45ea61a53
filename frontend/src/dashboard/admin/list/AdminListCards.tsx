import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RaRecord } from 'react-admin';
import type { ListProps } from './AdminListTable';

export function AdminListCards<R extends RaRecord>({
  columns: [name, ...facts],
  actions,
  records,
}: ListProps<R>) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {records.map((record) => (
        <Box component="li" key={record.id} sx={{ p: 2, borderBottom: 1, borderColor: 'divider' }}>
          {name?.cell(record)}
          <Box
            component="dl"
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(88px, auto) minmax(0, 1fr)',
              columnGap: 2,
              rowGap: 0.75,
              m: 0,
              mt: 1.25,
            }}
          >
            {facts.map(({ label, cell }) => (
              <Box key={label} sx={{ display: 'contents' }}>
                <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                  {label}
                </Typography>
                <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                  {cell(record)}
                </Typography>
              </Box>
            ))}
          </Box>
          {actions && <Box sx={{ mt: 1.5 }}>{actions.cell(record)}</Box>}
        </Box>
      ))}
    </Box>
  );
}

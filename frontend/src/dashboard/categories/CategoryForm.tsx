import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactNode, SyntheticEvent } from 'react';
import { refusalsOf } from '../layout/refusalsOf';
import type { CategoryDraft } from './useCategoryActions';
import { TEXTS } from './texts';

interface CategoryFormProps {
  draft: CategoryDraft;
  change: (draft: CategoryDraft) => void;
  submit: () => void;
  busy: boolean;
  error: unknown;
  autoFocus?: boolean;
  /** Its buttons. */
  children: ReactNode;
}

export const isNamed = ({ name }: CategoryDraft) => name.trim() !== '';

/** The fields of a category, new or old. */
export function CategoryForm({ draft, change, submit, busy, error, autoFocus, children }: CategoryFormProps) {
  const { at, refusal } = refusalsOf(error, ['name', 'description']);
  return (
    <Box
      component="form"
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        submit();
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
        }}
      >
        <TextField
          label={TEXTS.name}
          required
          autoFocus={autoFocus}
          value={draft.name}
          onChange={(event) => {
            change({ ...draft, name: event.target.value });
          }}
          slotProps={{ htmlInput: { readOnly: busy } }}
          {...at('name')}
        />
        <TextField
          label={TEXTS.description}
          multiline
          maxRows={6}
          value={draft.description}
          onChange={(event) => {
            change({ ...draft, description: event.target.value });
          }}
          slotProps={{ htmlInput: { readOnly: busy } }}
          {...at('description')}
        />
      </Box>
      {refusal && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          {refusal}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <FormControlLabel
          sx={{ flex: 1, mr: 1, ml: -0.625, gap: 0.5, minWidth: 160 }}
          control={
            <Switch
              checked={draft.is_active}
              disabled={busy}
              onChange={(event) => {
                change({ ...draft, is_active: event.target.checked });
              }}
            />
          }
          label={TEXTS.active}
        />
        {children}
      </Box>
    </Box>
  );
}

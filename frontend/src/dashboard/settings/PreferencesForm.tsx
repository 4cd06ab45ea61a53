import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { plural } from '../../format';
import { useKeptInput } from '../../keptInput';
import { currentSession } from '../../session';
import type { Category } from '../../types';
import { useUser } from '../queries';
import { SaveBar } from './SaveBar';
import { useUserForm } from '../layout/useUserForm';
import { savePreferences } from './calls';
import { TEXTS } from './texts';
import { useUnsavedEdits } from './unsavedEdits';

interface PreferencesFormProps {
  categories: Category[];
  preferred: number[];
}

export function PreferencesForm({ categories, preferred }: PreferencesFormProps) {
  const user = useUser();
  const [chosen, setChosen] = useKeptInput('preferred categories', preferred);
  const [stored, setStored] = useState(preferred);
  const active = categories.filter(({ is_active }) => is_active);
  // Inactive categories stay chosen and take effect again when reactivated.
  const off = categories.filter(({ id, is_active }) => !is_active && chosen.includes(id)).length;
  const { busy, refusal, submit, at } = useUserForm({
    save: async () => {
      const { category_ids } = await savePreferences(chosen);
      setStored(category_ids);
      // Another form may have changed the user since the call.
      return { ...(currentSession().user ?? user), preferred_categories: category_ids };
    },
    saved: TEXTS.preferencesSaved,
    failed: TEXTS.preferencesFailed,
    fields: ['category_ids'],
  });
  useUnsavedEdits(TEXTS.categoryPreferences, !isSame(chosen, stored) && !busy);
  const refused = at('category_ids').helperText ?? refusal;

  if (active.length === 0) {
    return <Typography>{TEXTS.noCategories}</Typography>;
  }
  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 2 }}>
      <Box
        role="group"
        aria-label={TEXTS.categories}
        sx={{
          display: 'grid',
          columnGap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 180px), 1fr))',
        }}
      >
        {active.map(({ id, name, description }) => (
          <FormControlLabel
            key={id}
            title={description ?? undefined}
            sx={{ mr: 0, '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere' } }}
            control={
              <Checkbox
                checked={chosen.includes(id)}
                disabled={busy}
                onChange={(event) => {
                  const others = chosen.filter((other) => other !== id);
                  setChosen(event.target.checked ? [...others, id] : others);
                }}
              />
            }
            label={<bdi>{name}</bdi>}
          />
        ))}
      </Box>
      {off > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {TEXTS.inactiveChosen(plural(off, 'chosen category is', 'chosen categories are'))}
        </Typography>
      )}
      <SaveBar label={TEXTS.savePreferences} busy={busy} refusal={refused} />
    </Stack>
  );
}

const isSame = (some: number[], others: number[]) =>
  some.length === others.length && some.every((id) => others.includes(id));

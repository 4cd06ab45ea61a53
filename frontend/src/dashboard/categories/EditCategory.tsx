import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Category } from '../../types';
import { CategoryForm, isNamed } from './CategoryForm';
import { useCategoryActions } from './useCategoryActions';
import { onEscape } from '../layout/onEscape';
import { useEdits } from '../layout/useEdits';
import { TEXTS } from './texts';

export function EditCategory({ category, close }: { category: Category; close: () => void }) {
  const { update } = useCategoryActions();
  const { name, description, is_active } = category;
  const [draft, setDraft, edits] = useEdits(`category ${category.id}`, {
    name,
    description: description ?? '',
    is_active,
  });
  return (
    <Box sx={{ pt: 0.5 }} onKeyDown={onEscape(close)}>
      <CategoryForm
        draft={draft}
        change={setDraft}
        busy={update.isPending}
        error={update.error}
        autoFocus
        submit={() => {
          update.mutate({ category, data: edits }, { onSuccess: close });
        }}
      >
        <Button color="inherit" onClick={close}>
          {TEXTS.cancel}
        </Button>
        <Button type="submit" variant="contained" disabled={update.isPending || !isNamed(draft)}>
          {update.isPending ? TEXTS.saving : TEXTS.save}
        </Button>
      </CategoryForm>
    </Box>
  );
}

import Button from '@mui/material/Button';
import { Panel } from '../layout/Panel';
import { CategoryForm, isNamed } from './CategoryForm';
import { useCategoryActions } from './useCategoryActions';
import { useKeptInput } from '../../keptInput';
import { TEXTS } from './texts';

const FRESH = { name: '', description: '', is_active: true };

export function AddCategory() {
  const { create } = useCategoryActions();
  const [draft, setDraft] = useKeptInput('new category', FRESH);
  return (
    <Panel title={TEXTS.newCategory}>
      <CategoryForm
        draft={draft}
        change={setDraft}
        busy={create.isPending}
        error={create.error}
        submit={() => {
          create.mutate(draft, {
            onSuccess() {
              setDraft(FRESH);
            },
          });
        }}
      >
        <Button type="submit" variant="contained" disabled={create.isPending || !isNamed(draft)}>
          {create.isPending ? TEXTS.creating : TEXTS.createCategory}
        </Button>
      </CategoryForm>
    </Panel>
  );
}

import { reasonOf } from '../../api';
import type { Category } from '../../types';
import { Confirmation } from '../layout/Confirmation';
import { useCategoryActions } from './useCategoryActions';

export function DeleteCategory({ category, close }: { category: Category; close: () => void }) {
  const { remove } = useCategoryActions();
  return (
    <Confirmation
      title="Delete this category?"
      safe="Cancel"
      destructive={remove.isPending ? 'Deleting...' : 'Delete'}
      busy={remove.isPending}
      refusal={reasonOf(remove.error)}
      cancel={close}
      confirm={() => {
        remove.mutate(category, { onSuccess: close });
      }}
    >
      <strong>{category.name}</strong> will be gone for good. Its videos stay in the shared library, without a
      category, and nobody is posted from it any more.
    </Confirmation>
  );
}

import type { Category } from '../../types';
import { DeleteQuestion } from '../layout/DeleteQuestion';
import { useCategoryActions } from './useCategoryActions';

export function DeleteCategory({ category, close }: { category: Category; close: () => void }) {
  const { remove } = useCategoryActions();
  return (
    <DeleteQuestion noun="category" what={category} removal={remove} close={close}>
      <strong>{category.name}</strong> will be gone for good. Its videos stay in the shared library, without a
      category, and nobody is posted from it any more.
    </DeleteQuestion>
  );
}

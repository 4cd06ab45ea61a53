import type { Category } from '../../types';
import { DeleteQuestion } from '../layout/DeleteQuestion';
import { useCategoryActions } from './useCategoryActions';

export function DeleteCategory({ category, close }: { category: Category; close: () => void }) {
  const { remove } = useCategoryActions();
  return (
    <DeleteQuestion noun="category" what={category} removal={remove} close={close}>
      <strong dir="auto">{category.name}</strong> will be permanently deleted. Its videos stay in the shared
      library without a category, and nothing is posted from it automatically.
    </DeleteQuestion>
  );
}

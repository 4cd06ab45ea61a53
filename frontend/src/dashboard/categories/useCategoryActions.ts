import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../toasts';
import type { Category } from '../../types';
import { useDataProvider } from 'react-admin';

const CATEGORIES = 'categories';

export type CategoryDraft = Omit<Category, 'id' | 'description'> & { description: string };

/** What an administrator can do with categories; each tells how it went and brings the lists up to date. */
export function useCategoryActions() {
  const provider = useDataProvider();
  const client = useQueryClient();
  const telling = (done: string, failed: string) => ({
    onSuccess() {
      toast.success(done);
    },
    onError: () => toast.error(failed),
    onSettled: () => client.invalidateQueries({ queryKey: [CATEGORIES] }),
  });

  const create = useMutation({
    mutationFn: (data: CategoryDraft) => provider.create<Category>(CATEGORIES, { data }),
    ...telling('Category created successfully!', 'Failed to create category'),
  });
  const update = useMutation({
    mutationFn: ({ category, data }: { category: Category; data: CategoryDraft }) =>
      provider.update<Category>(CATEGORIES, { id: category.id, data, previousData: category }),
    ...telling('Category updated successfully!', 'Failed to update category'),
  });
  const remove = useMutation({
    mutationFn: (category: Category) =>
      provider.delete<Category>(CATEGORIES, { id: category.id, previousData: category }),
    ...telling('Category deleted successfully', 'Failed to delete category'),
  });
  return { create, update, remove };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../toasts';
import type { Category } from '../../types';
import { useDataProvider } from 'react-admin';
import { TEXTS } from './texts';

const CATEGORIES = 'categories';

export type CategoryDraft = Omit<Category, 'id' | 'description'> & { description: string };

/** Actions on categories, with toasts; each refreshes the lists. */
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
    ...telling(TEXTS.created, TEXTS.createFailed),
  });
  const update = useMutation({
    mutationFn: ({ category, data }: { category: Category; data: Partial<CategoryDraft> }) =>
      provider.update<Category>(CATEGORIES, { id: category.id, data, previousData: category }),
    ...telling(TEXTS.updated, TEXTS.updateFailed),
  });
  const remove = useMutation({
    mutationFn: (category: Category) =>
      provider.delete<Category>(CATEGORIES, { id: category.id, previousData: category }),
    ...telling(TEXTS.deleted, TEXTS.deleteFailed),
  });
  return { create, update, remove };
}

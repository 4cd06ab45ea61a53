import { useQuery } from '@tanstack/react-query';
import { get } from '../api';
import type { Category } from '../types';
import { TEXTS } from './texts';

const CATEGORIES = ['categories', 'all'];

/** Every category, for filters and choices. */
export function useCategories() {
  return useQuery({
    queryKey: CATEGORIES,
    queryFn: () => get<Category[]>('/categories'),
    meta: { failure: TEXTS.failedToFetchCategories },
  });
}

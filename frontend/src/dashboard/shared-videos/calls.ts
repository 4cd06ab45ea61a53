import { put } from '../../api';
import type { SharedVideo } from '../../types';

/** `null`: without a category. */
export const setCategory = (id: number, categoryId: number | null) =>
  put<SharedVideo>(`/shared-videos/${id}/category`, { category_id: categoryId });

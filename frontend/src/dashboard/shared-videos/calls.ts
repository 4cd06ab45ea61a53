import { put } from '../../api';
import type { SharedVideo } from '../../types';

/** The calls of this screen that are no list, record or delete, by their name. */
export const sharedVideoCalls = {
  /** `null`: without a category. */
  categorize: (id: number, categoryId: number | null) =>
    put<SharedVideo>(`/shared-videos/${id}/category`, { category_id: categoryId }),
};

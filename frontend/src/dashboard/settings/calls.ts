import { get, put } from '../../api';

interface Preferences {
  /** In the order they were chosen. */
  category_ids: number[];
}

const PREFERENCES = '/user/preferences/categories';

/** The calls of this screen that are no list, record or delete, by their name. */
export const settingsCalls = {
  preferences: () => get<Preferences>(PREFERENCES),
  updatePreferences: (category_ids: number[]) => put<Preferences>(PREFERENCES, { category_ids }),
};

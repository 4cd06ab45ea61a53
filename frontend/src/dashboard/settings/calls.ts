import { get, post, put } from '../../api';
import { securityCalls } from './security/calls';

interface Preferences {
  /** In the order they were chosen. */
  category_ids: number[];
}

export interface OfferedPage {
  page_id: string;
  name: string;
  instagram: { id: string; username: string } | null;
}

/** What a token is good for. */
export interface Inspection {
  kind: 'user' | 'page';
  /** `null`: never, or it cannot be read. */
  expires_at: string | null;
  /** `null`: they cannot be read. */
  missing_permissions: string[] | null;
  pages: OfferedPage[];
}

const PREFERENCES = '/user/preferences/categories';

/** The calls of this screen that are no list, record or delete, by their name. */
export const settingsCalls = {
  preferences: () => get<Preferences>(PREFERENCES),
  updatePreferences: (category_ids: number[]) => put<Preferences>(PREFERENCES, { category_ids }),
  /** Asks the network about a token that is not stored. */
  inspectToken: (access_token: string) => post<Inspection>('/user/connection/inspect', { access_token }),
  ...securityCalls,
};

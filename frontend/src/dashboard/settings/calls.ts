import { get, post, put } from '../../api';
import type { Connection } from '../../types';

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

export const fetchPreferences = () => get<Preferences>(PREFERENCES);

export const savePreferences = (category_ids: number[]) => put<Preferences>(PREFERENCES, { category_ids });

export const checkConnection = () => post<Connection>('/user/connection/check');

/** Asks the network about a token that is not stored. */
export const inspectToken = (access_token: string) =>
  post<Inspection>('/user/connection/inspect', { access_token });

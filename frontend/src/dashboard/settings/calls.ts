import { get, post, put } from '../../api';
import type { Connection, Schemas } from '../../types';

export type OfferedPage = Schemas['OfferedPageView'];

export type Inspection = Schemas['InspectionView'];

const PREFERENCES = '/user/preferences/categories';

export const fetchPreferences = () => get<Schemas['PreferencesDto']>(PREFERENCES);

export const savePreferences = (category_ids: number[]) =>
  put<Schemas['PreferencesDto']>(PREFERENCES, { category_ids });

export const checkConnection = () => post<Connection>('/user/connection/check');

/** Asks the network about a token that is not stored. */
export const inspectToken = (access_token: string) =>
  post<Inspection>('/user/connection/inspect', { access_token });

import { put } from '../api';
import type { Schemas, User } from '../types';

export type FacebookSettings = Schemas['FacebookSettingsDto'];

/** Changes only the fields that are given. */
export const saveProfile = (profile: Schemas['ChangeProfileDto']) => put<User>('/user', profile);

export const saveFacebookSettings = (settings: FacebookSettings) =>
  put<User>('/user/facebook-settings', settings);

import type { User } from '../../types';
import type { ScreenManifest } from '../screenManifest';
import { SCREENS } from '../screens';

export const ACTIONS = SCREENS.filter(({ section }) => section === 'action');
export const MAIN_MENU = SCREENS.filter(({ section }) => section === undefined);
export const ADMIN_MENU = SCREENS.filter(({ section }) => section === 'administration');

export const visibleTo = (user: User, screens: readonly ScreenManifest[]) =>
  screens.filter((screen) => screen.visibleTo?.(user) ?? true);

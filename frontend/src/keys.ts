/** Keys of localStorage. */
export const SESSION_KEY = 'auth-storage';
export const THEME_KEY = 'pagecast-theme';
export const SIDEBAR_KEY = 'pagecast-sidebar';
export const FONT_KEY = 'pagecast-font';
/** Set for a moment, to a user's id, when they sign out on purpose. */
export const LOGOUT_KEY = 'pagecast-logout';

/** Keys of localStorage. */
export const SESSION_KEY = 'auth-storage';
export const THEME_KEY = 'pagecast-theme';
export const SIDEBAR_KEY = 'pagecast-sidebar';
export const FONT_KEY = 'pagecast-font';

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };

/** The page that every fake network has. */
export const PAGE = {
  id: '100200300400500',
  name: 'Test Page',
  token: 'EAAB_CANARY_page',
  userToken: 'EAAB_CANARY_user',
};

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };

/** The page that every fake network has. */
export const PAGE = {
  id: '100200300400500',
  name: 'Test Page',
  token: 'EAAB_CANARY_page',
  userToken: 'EAAB_CANARY_user',
};

/** Another page, with an Instagram account. A test adds it to its fake network. */
export const SHOP = {
  id: '200300400500600',
  name: 'The Shop',
  token: 'EAAB_CANARY_shop',
  igId: '17841400000000001',
  igUsername: 'the.shop',
};

import type { PageSpec } from '../support/fake-graph/accounts';
import { pageId } from './weather';

export const tokenOf = (page: number): string => `EAAB_PAGE_${page}_`;
export const instagramId = (page: number): string => `1784140000000005${page}`;

/** One person manages them all. */
export const PERSON_TOKEN = 'EAAB_PERSON_';

export const pageSpec = (page: number): PageSpec => ({
  id: pageId(page),
  name: `Page ${page}`,
  token: tokenOf(page),
  userToken: PERSON_TOKEN,
  userId: '7700000000000001',
  igId: instagramId(page),
});

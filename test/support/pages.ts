import type { TestApp } from './app';
import type { Answer, Client } from './client';
import type { PageSpec } from './fake-graph';

export type PageWithInstagram = PageSpec & { igId: string; igUsername: string };

let made = 0;

/** A Page of its own on the fake network, with an Instagram account. One person manages all of them. */
export function addPage({ fake }: Pick<TestApp, 'fake'>, more: Partial<PageSpec> = {}): PageWithInstagram {
  const n = 100 + ++made;
  const page = {
    id: `400500600700${n}`,
    name: `Page ${n}`,
    token: `EAAB_CANARY_page_${n}`,
    userToken: 'EAAB_CANARY_everybody',
    userId: '7700000000099',
    igId: `17841400000${n}`,
    igUsername: `page.${n}`,
    ...more,
  };
  fake.addPage(page);
  return page;
}

/** Connects a Page, and its Instagram account unless told otherwise, beside what the user has. */
export const connectPage = (
  user: Client,
  { id, token, igId }: PageWithInstagram,
  { instagram = true } = {},
): Promise<Answer> =>
  user.post('/api/accounts', {
    access_token: token,
    page_id: id,
    instagram_page_id: instagram ? igId : null,
  });

export const accountsOf = async (user: Client): Promise<any[]> => (await user.get('/api/accounts')).body;

/** A subscriber who has connected these Pages and their Instagram accounts. */
export async function withPages(
  { users }: Pick<TestApp, 'users'>,
  ...pages: PageWithInstagram[]
): Promise<{ user: Client; accounts: any[] }> {
  const user = await users.subscriber();
  for (const page of pages) {
    const { status } = await connectPage(user, page);
    if (status !== 201) throw new Error(`a Page was not connected: ${status}`);
  }
  return { user, accounts: await accountsOf(user) };
}

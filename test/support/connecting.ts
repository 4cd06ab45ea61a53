import { ConnectSessions } from '../../backend/connect/connect-sessions';
import type { TestApp } from './app';
import type { Answer, Client } from './client';

export const META_APP = { id: '123456789012345', secret: 'the-secret-of-the-app' };

/** A dialog that a browser was sent to. */
export interface Dialog {
  url: string;
  cookie: string;
}

/** As a browser goes from the product to the dialog and back. */
export class Connecting {
  constructor(private readonly product: { url: string }) {}

  async start(user: Client, body: object = {}): Promise<Dialog> {
    const { status, body: answer, headers } = await user.post('/api/connect', body);
    if (status !== 201) throw new Error(`POST /connect answered ${status}`);
    return { url: answer.url, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  }

  /** @returns the address that the dialog sends the browser to, on the product's own. */
  async answered({ url }: Dialog): Promise<string> {
    const { headers } = await fetch(url, { redirect: 'manual' });
    const { pathname, search } = new URL(headers.get('location') ?? '');
    return pathname + search;
  }

  /** @returns where the product sends the browser. */
  async comeBack(path: string, cookie?: string): Promise<string> {
    const answer = await fetch(this.product.url + path, {
      redirect: 'manual',
      headers: cookie === undefined ? {} : { cookie },
    });
    await answer.arrayBuffer();
    if (answer.status !== 302) throw new Error(`the callback answered ${answer.status}`);
    return answer.headers.get('location') ?? '';
  }

  /** From the button to the settings. */
  async whole(user: Client, body: object = {}): Promise<string> {
    const dialog = await this.start(user, body);
    return this.comeBack(await this.answered(dialog), dialog.cookie);
  }

  async offer(user: Client, body: object = {}): Promise<Answer> {
    return user.get(`/api/connect/${offeredBy(await this.whole(user, body))}`);
  }
}

export function offeredBy(location: string): string {
  const id = /^\/dashboard\/settings\?connect=(\d+)$/.exec(location)?.[1];
  if (id === undefined) throw new Error(`nothing is offered at ${location}`);
  return id;
}

/** Pages to choose from, without a dialog. @returns the id of the offer. */
export async function offerTo({ running }: Pick<TestApp, 'running'>, user: Client): Promise<number> {
  const sessions = running.nest.get(ConnectSessions);
  const { state, cookie } = await sessions.open(user.user.id);
  const session = await sessions.find(state, [cookie]);
  const claim = session && (await sessions.claim(session));
  if (!claim) throw new Error('no session');
  await sessions.offer(claim, {
    kind: 'good',
    personId: '77',
    missing: ['read_insights'],
    dataAccessExpiresAt: null,
    pages: [
      {
        id: '1020304050',
        name: 'Bakery',
        token: 'EAAB_OFFERED',
        mayPost: true,
        pictureUrl: 'https://scontent.xx.fbcdn.net/1020304050.jpg',
        instagram: { id: '17841400000000077', username: 'bakery', pictureUrl: null },
      },
      { id: '1020304051', name: 'Garage', token: null, mayPost: true, pictureUrl: null, instagram: null },
    ],
  });
  return claim.id;
}

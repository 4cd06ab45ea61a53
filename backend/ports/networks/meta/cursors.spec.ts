import { ScriptedMeta } from '../../../../test/support/scripted-meta';
import type { Exchanger } from './http-exchange';
import { GraphClient } from './graph-client';
import { managedPages } from './managed-pages';
import { offeredPages } from './offered-pages';

const hosts = { graphUrl: 'https://graph.example', ruploadUrl: 'https://graph.example', version: 'v26.0' };
const next = (after: number) => `https://graph.example/v26.0/me/accounts?access_token=TOKEN&after=${after}`;

/** A person's Pages, two in each answer, whose only mark of the next answer is its address. */
const graph = () => {
  const send: Exchanger = ({ url }) => {
    const from = Number(url.searchParams.get('after') ?? 0);
    const data = [1, 2].map((n) => ({ id: `10${from + n}`, name: 'Bakery' }));
    const paging = from < 4 ? { next: next(from + 2) } : {};
    const text = JSON.stringify({ data, paging });
    return Promise.resolve({ kind: 'answered', status: 200, headers: {}, text });
  };
  return new GraphClient(hosts, send);
};

const IDS = ['101', '102', '103', '104', '105', '106'];

describe('a list that names its next answer by its address alone', () => {
  it('is read to its end when Pages are offered', async () => {
    const pages = await offeredPages(graph(), 'TOKEN', new AbortController().signal);
    expect(pages).toMatchObject(IDS.map((id) => ({ id })));
  });

  it('is read to its end when a Page is sought', async () => {
    expect(await managedPages(graph(), 'TOKEN')).toMatchObject(IDS.map((id) => ({ id })));
  });

  it('is read to its end when a post is sought on it', async () => {
    const rows = (from: number) => [1, 2].map((n) => ({ id: `77_${from + n}`, message: `Cake ${from + n}` }));
    const page = new ScriptedMeta(({ method, path, query }) => {
      if (method === 'POST') return 'lost';
      if (path !== '/77/published_posts') return undefined;
      const from = Number(query.after ?? 0);
      if (from === 4) return { data: [{ id: '77_9', message: 'Fresh bread' }] };
      return { data: rows(from), paging: { next: next(from + 2) } };
    });
    expect(await page.publish('facebook', { format: 'text' })).toMatchObject({ remoteId: '77_9' });
    expect(page.calls.map(({ path, query }) => [path, query.after]).slice(1, 4)).toEqual([
      ['/77/published_posts', undefined],
      ['/77/published_posts', '2'],
      ['/77/published_posts', '4'],
    ]);
  });
});

import { GraphClient } from './graph-client';
import { verifyWithMeta } from './verification';

const hosts = { graphUrl: 'https://graph.test', ruploadUrl: 'https://rupload.test', version: 'v26.0' };
const PAGE = '77';

/** Of a system user whose list of Pages is empty; the Page itself answers with this. */
function verify(page: { status?: number; body: object }) {
  const answers: Record<string, { status?: number; body: object }> = {
    me: { body: { id: '5', name: 'System user' } },
    'me/accounts': { body: { data: [] } },
    [PAGE]: page,
  };
  const graph = new GraphClient(hosts, ({ url }) => {
    const { status = 200, body } = answers[url.pathname.replace('/v26.0/', '')] ?? { status: 400, body: {} };
    return Promise.resolve({ kind: 'answered', status, headers: {}, text: JSON.stringify(body) });
  });
  return verifyWithMeta(graph, { token: 'EAAB_of_a_user', pageId: PAGE, instagramId: null });
}

describe("a user's token whose list lacks the Page", () => {
  it('is good for a Page that tells its own token', async () => {
    const body = { id: PAGE, name: 'The Page', access_token: 'EAAB_of_the_page' };
    expect(await verify({ body })).toMatchObject({
      kind: 'good',
      page: { id: PAGE, name: 'The Page', token: 'EAAB_of_the_page' },
    });
  });

  it.each([
    ['everybody sees', { body: { id: PAGE, name: 'The Page' } }],
    ['nobody has', { status: 400, body: { error: { code: 100, error_subcode: 33, message: 'No object' } } }],
    ['answers for another', { body: { id: '78', access_token: 'EAAB_of_another' } }],
  ])('is refused for a Page that %s', async (_name, page) => {
    expect(await verify(page)).toMatchObject({
      kind: 'refused',
      field: 'page_id',
      reason: `This token does not manage the page ${PAGE}.`,
    });
  });

  it('says that Meta cannot be reached while the Page does not answer', async () => {
    expect(await verify({ status: 500, body: {} })).toMatchObject({ kind: 'unreachable' });
  });
});

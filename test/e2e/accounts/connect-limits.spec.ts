import { Connected } from '../../support/use-connecting';

const on = new Connected();

describe('asking Meta', () => {
  it('is limited to thirty dialogs a minute per user, together with accounts that are added', async () => {
    const eager = await on.app.users.newcomer();
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++) statuses.push((await eager.post('/api/connect', {})).status);
    expect(statuses).toEqual([...Array(30).fill(201), 429, 429]);
    const refused = await eager.post('/api/accounts', { access_token: 'x', page_id: '1' });
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    expect((await on.user.post('/api/connect', {})).status).toBe(201);
  });

  it('is limited to so many answers of a dialog from one address', async () => {
    const back = () => fetch(`${on.app.url}/api/connect/callback?state=x`, { redirect: 'manual' });
    const answers: Response[] = [];
    for (let n = 0; n < 140 && answers.at(-1)?.status !== 429; n++) answers.push(await back());
    expect(answers.at(-1)!.status).toBe(429);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answers.slice(0, -1).every(({ status }) => status === 302)).toBe(true);
  });
});

import { Database } from '../../../backend/database/database';
import { ADMIN, useApp } from '../../support/app';

const app = useApp();
// All that is registered here comes from one address, which may do so thirty times a minute.
afterEach(() => app.running.nest.get(Database).run('DELETE FROM limit_windows'));

const PASSWORD = 'secret-enough';
const login = (email: string, password: string) => app.client.post('/api/auth/login', { email, password });

describe('PUT /user', () => {
  it('changes name, email and zone, and nothing else, whatever is sent', async () => {
    const user = await app.client.register();
    const before = (await user.get('/api/user')).body;
    const { status, body } = await user.put('/api/user', {
      name: ' New Name ',
      email: 'New.Address@Example.com',
      current_password: PASSWORD,
      timezone: 'Europe/Berlin',
      id: 1,
      is_admin: 1,
      can_use_shared_videos: 1,
      password: 'another-password',
      password_hash: 'x',
      access_token: 'EAAB',
      page_id: '1',
      upload_frequency: 1,
      preferred_categories: [1],
      created_at: '2000-01-01T00:00:00Z',
    });
    expect(status).toBe(200);
    const after = {
      ...before,
      name: 'New Name',
      email: 'new.address@example.com',
      timezone: 'Europe/Berlin',
    };
    expect(body).toEqual(after);
    expect((await user.get('/api/user')).body).toEqual(after);
    expect((await login('new.address@example.com', PASSWORD)).status).toBe(200);
  });

  it("keeps the zone when none is sent, and refuses another's address", async () => {
    const user = await app.client.register({ timezone: 'Asia/Tokyo' });
    const { name, email } = user.user;
    expect((await user.put('/api/user', { name, email })).body.timezone).toBe('Asia/Tokyo');
    const { status, body } = await user.put('/api/user', {
      name,
      email: ADMIN.email,
      current_password: PASSWORD,
    });
    expect([status, body.errors]).toEqual([422, { email: ['This email address is already registered.'] }]);
  });
});

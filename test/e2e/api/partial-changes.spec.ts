import { useApp } from '../../support/app';
import type { Client } from '../../support/client';

const app = useApp();

describe('PUT /user', () => {
  let user: Client;
  let before: any;
  beforeEach(async () => {
    user = await app.client.register({ name: 'Before', timezone: 'Asia/Kolkata' });
    before = (await user.get('/api/user')).body;
  });

  const email = () => `after-${before.id}@example.com`;

  it.each<[string, () => Record<string, unknown>, () => Record<string, unknown>]>([
    ['nothing', () => ({}), () => ({})],
    ['a name', () => ({ name: ' After ' }), () => ({ name: 'After' })],
    ['a time zone', () => ({ timezone: 'Europe/Berlin' }), () => ({ timezone: 'Europe/Berlin' })],
    [
      'an email and the password',
      () => ({ email: email(), current_password: 'secret-enough' }),
      () => ({ email: email() }),
    ],
    ['the same email', () => ({ email: before.email }), () => ({})],
    [
      'a name and fields that it does not take',
      () => ({ name: 'After', id: 1, is_admin: 1, can_use_shared_videos: 1, password: 'another one' }),
      () => ({ name: 'After' }),
    ],
  ])('leaves everything else as it was, given %s', async (_name, sent, changed) => {
    const { status, body } = await user.put('/api/user', sent());
    const after = { ...before, ...changed() };
    expect([status, body]).toEqual([200, after]);
    expect((await user.get('/api/user')).body).toEqual(after);
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: null }],
    ['name', { name: ['After'] }],
    ['email', { email: '' }],
    ['email', { email: null }],
    ['timezone', { timezone: '' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
  ])('is refused for a bad %s, and changes nothing: %j', async (field, sent) => {
    const { status, body } = await user.put('/api/user', { name: 'After', ...sent });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    expect((await user.get('/api/user')).body).toEqual(before);
  });
});

describe('PUT /captions/{id}', () => {
  it('keeps the text when none is given, and refuses what is no text', async () => {
    const user = await app.users.subscriber();
    const caption = (await user.post('/api/captions', { content: 'Before' })).body;
    const path = `/api/captions/${caption.id}`;
    for (const sent of [undefined, {}, { id: 7 }, { user_id: 1, last_used_at: null }]) {
      const { status, body } = await user.put(path, sent);
      expect([status, body]).toEqual([200, caption]);
    }
    for (const content of ['', '  ', null, 7, ['After'], { text: 'After' }]) {
      const { status, body } = await user.put(path, { content });
      expect([content, status, Object.keys(body.errors ?? {})]).toEqual([content, 422, ['content']]);
    }
    expect((await user.get(path)).body).toEqual(caption);
    expect((await user.put(path, { content: 'After' })).body).toEqual({ ...caption, content: 'After' });
  });
});

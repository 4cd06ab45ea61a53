import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PostCreation } from '../../../backend/publishing/posts/post-creation';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { keyed } from '../../support/keyed-calls';
import { addAccount } from '../../support/more-accounts';
import { tusOf } from '../../support/tus';
import { GROWTH_PLAN } from '../../support/users';
import { PORTRAIT } from '../../support/video-uploads';

const app = useApp({ env: { ROLE: 'api' } });
const NOTHING_LEFT = { remaining_submissions: 0, remaining_storage: 0 };

let user: Client;
let subscription: number;
let media_id: string;
beforeEach(async () => {
  user = await app.users.newcomer();
  ({ id: subscription } = await app.users.grant(user, GROWTH_PLAN));
  media_id = await tusOf(user).upload(readFileSync(PORTRAIT), { filename: 'Winter.mp4' });
});
afterEach(() => jest.restoreAllMocks());

/** Ends the user's plan right after the next posts are made. */
async function endPlanAfterInsert(): Promise<void> {
  const admin = await app.users.admin();
  const creation = app.running.nest.get(PostCreation);
  const insert = creation.insert.bind(creation);
  jest.spyOn(creation, 'insert').mockImplementationOnce(async (...given) => {
    const made = await insert(...given);
    expect((await admin.put(`/api/admin/subscriptions/${subscription}`, { ended: true })).status).toBe(200);
    return made;
  });
}

describe('a plan that ends once a post is made', () => {
  it.each([
    ['POST /videos', () => Promise.resolve({ path: '/api/videos', body: { media_ids: [media_id] } })],
    [
      'POST /posts',
      async () => {
        const account_id = await addAccount(app.running.nest, user.user.id, { id: randomUUID() });
        const body = { media: [{ media_id }], targets: [{ account_id, format: 'reel' }] };
        return { path: '/api/posts', body };
      },
    ],
  ])(
    'leaves nothing of itself in the answer of %s, which is repeated under a later plan',
    async (_, callOf) => {
      const { path, body } = await callOf();
      const key = randomUUID();
      await endPlanAfterInsert();
      const first = await keyed(user, key, path, body);
      expect([first.status, first.body.subscription_status]).toEqual([201, NOTHING_LEFT]);
      await app.users.grant(user, GROWTH_PLAN);
      const again = await keyed(user, key, path, body);
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect((await user.get('/api/videos')).body.total).toBe(1);
    },
  );
});

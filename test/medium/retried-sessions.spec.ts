import { Database } from '../../backend/database/database';
import { query } from '../../backend/database/tables';
import { MAY_HAVE_GONE_OUT, NOT_CONFIRMED } from '../../backend/ports/networks/network';
import { databaseEnv, useApp } from '../support/app';
import type { Client } from '../support/client';
import { eachDatabase } from '../support/databases';
import { uploadVideo } from '../support/video-uploads';

const lastFailure = { reason: 'It said "no" \\ 50%' };
const SESSION = {
  protocol: 'reel',
  remoteId: '31',
  accountId: '77',
  uploaded: true,
  intentAt: 5,
  lastFailure,
};

eachDatabase((_name, makeConfig) => {
  const app = useApp(async () => ({ env: databaseEnv(await makeConfig()) }));
  let user: Client;
  beforeAll(async () => {
    user = await app.users.subscriber({ connected: true });
  });

  describe.each([{}, { unscheduled: 1 }])('a retry by %j', (body) => {
    it.each([
      ['keeps the session of a try that may be public', NOT_CONFIRMED, SESSION, { earlier: SESSION }],
      ['keeps what it kept before', 'All tries are used up.', { earlier: SESSION }, { earlier: SESSION }],
      ['forgets what was refused', 'Too long.', SESSION, null],
      ['forgets what a restore has looked for', MAY_HAVE_GONE_OUT, SESSION, null],
      ['has nothing to keep', NOT_CONFIRMED, null, null],
    ])('%s', async (_what, upload_error, session, expected) => {
      const db = app.running.nest.get(Database);
      const { id } = await uploadVideo(user);
      const wrapped = session && 'earlier' in session ? { protocol: '', remoteId: '', ...session } : session;
      const failed = query
        .updateTable('posts')
        .set({
          status: 'failed',
          upload_error,
          posted_text: 'Fresh bread',
          remote_session: wrapped && JSON.stringify(wrapped),
        })
        .where('id', '=', id);
      await db.run(failed);
      expect((await user.post(`/api/posts/${id}/retry`, body)).status).toBe(200);
      const row = await db.row(query.selectFrom('posts').selectAll().where('id', '=', id));
      const kept = JSON.parse(row?.remote_session ?? 'null');
      expect(kept).toEqual(expected && { protocol: '', remoteId: '', ...expected });
      expect([row?.status, row?.posted_text]).toEqual(['pending', expected && 'Fresh bread']);
      await user.delete(`/api/posts/${id}`);
    });
  });
});

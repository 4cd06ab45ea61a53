import { Database } from '../../../backend/database/database';
import { batch, uploadItem } from '../../support/calendar-calls';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { addAccount } from '../../support/more-accounts';
import { daysFromNow } from '../../support/users';

const MINUTE = 60_000;
const DAY = 86_400_000;

// Without a publisher, which would answer to the new times.
const app = useApp({ env: { ROLE: 'api' } });

const db = () => app.running.nest.get(Database);
/** One for all tests: the minute may end within one. */
const NEXT_MINUTE = Math.ceil(Date.now() / MINUTE) * MINUTE;
const inDays = (days: number, later = 0) => new Date(NEXT_MINUTE + days * DAY + later).toISOString();
const reschedule = async (user: Client, id: number, scheduled_for: string | null) => {
  const { status, body } = await user.put(`/api/videos/${id}/reschedule`, { scheduled_for });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
};
const video = ({ id }: { id: number }) => ({ kind: 'video', id });

let user: Client;
beforeEach(async () => {
  user = await app.users.subscriber({ connected: true });
});

describe('PUT /videos/{id}/reschedule', () => {
  it('warns of another item within 15 minutes, and changes the time all the same', async () => {
    const [first, second] = [await uploadItem(user, 'video'), await uploadItem(user, 'photo', inDays(2))];
    const at = inDays(2, 15 * MINUTE);
    expect(await reschedule(user, first.id, at)).toMatchObject({
      id: first.id,
      scheduled_for: at,
      warnings: [
        {
          code: 'too_close',
          message: `"${second.title}" goes out on the same account within 15 minutes.`,
          target: 0,
          item_id: second.id,
        },
      ],
    });
    expect((await reschedule(user, first.id, inDays(2, 16 * MINUTE))).warnings).toEqual([]);
    expect((await reschedule(user, first.id, null)).warnings).toEqual([]);
  });

  it('says nothing of the same file and text: they do not depend on the time', async () => {
    const [first, second] = [await uploadItem(user, 'video'), await uploadItem(user, 'video')];
    for (const { id } of [first, second]) await user.put(`/api/videos/${id}`, { description: 'Bread' });
    expect((await reschedule(user, first.id, inDays(2))).warnings).toEqual([]);
  });

  it('warns of nothing on other accounts, of the user or of another one', async () => {
    const other = await addAccount(app.running.nest, user.user.id, { id: '900100' });
    const stranger = await app.users.subscriber({ connected: true });
    await uploadItem(stranger, 'video', inDays(2));
    const form = { scheduled_for: [inDays(2)], account_ids: [String(other)] };
    await user.upload('/api/videos', [fixture('portrait.mp4')], form);
    const { id } = await uploadItem(user, 'video');
    expect((await reschedule(user, id, inDays(2))).warnings).toEqual([]);
  });

  it('warns of a pause and of the end of the plan, without an account only of the latter', async () => {
    const reason = 'Access was removed on Facebook. Connect again.';
    await db().run('UPDATE accounts SET paused_reason = ? WHERE user_id = ?', [reason, user.user.id]);
    const { id } = await uploadItem(user, 'video');
    const told = async (days: number) =>
      (await reschedule(user, id, inDays(days))).warnings.map(({ code }: any) => code);
    expect(await told(2)).toEqual(['paused']);
    expect(await told(400)).toEqual(['paused', 'no_plan']);
    const loose = await app.users.subscriber();
    const item = await uploadItem(loose, 'video');
    expect((await reschedule(loose, item.id, inDays(400))).warnings).toMatchObject([
      { code: 'no_plan', item_id: null },
    ]);
    await app.users.grant(loose, await app.users.plan(), { expires_at: daysFromNow(500) });
    expect((await reschedule(loose, item.id, inDays(400))).warnings).toEqual([]);
  });
});

describe('POST /calendar/batch', () => {
  const told = async (items: { id: number }[], minutes = 60, start = inDays(3)) => {
    const { status, body } = await batch(user, items.map(video), start, minutes);
    expect([status, body.items.map(({ id }: any) => id)]).toEqual([200, items.map(({ id }) => id)]);
    return body.warnings.map(({ code, item_id, target }: any) => {
      expect(target).toBe(0);
      return [code, item_id];
    });
  };

  async function uploaded(file: string): Promise<{ id: number }> {
    const { body } = await user.upload('/api/videos', [fixture(file)]);
    return body.videos[0];
  }

  it('warns of its own items that come close, and is silent of those that do not', async () => {
    const items = [await uploaded('portrait.mp4'), await uploaded('rotated.mp4')];
    const [one, other] = items.map(({ id }) => id);
    expect(await told(items)).toEqual([]);
    expect(await told(items, 15)).toEqual([
      ['too_close', other],
      ['too_close', one],
    ]);
  });

  it('warns of the same text and the same file, also when the bytes are gone', async () => {
    const [one, twin] = [await uploaded('portrait.mp4'), await uploaded('portrait.mp4')];
    expect(await told([one])).toEqual([['same_media', twin.id]]);
    await db().run("UPDATE posts SET status = 'published', published_at = ?, file_key = NULL WHERE id = ?", [
      Date.now() - 29 * DAY,
      twin.id,
    ]);
    expect(await told([one])).toEqual([['same_media', twin.id]]);
    await db().run('UPDATE posts SET published_at = ? WHERE id = ?', [Date.now() - 31 * DAY, twin.id]);
    expect(await told([one])).toEqual([]);
    const third = await uploaded('rotated.mp4');
    await user.put(`/api/videos/${one.id}`, { description: 'Fresh  bread' });
    await user.put(`/api/videos/${third.id}`, { description: ' FRESH bread' });
    expect(await told([one])).toEqual([['same_text', third.id]]);
    expect(await told([one], 60, inDays(8))).toEqual([]);
  });

  it('knows the file that replaced another one', async () => {
    const [one, failed] = [await uploaded('portrait.mp4'), await uploaded('rotated.mp4')];
    expect(await told([one])).toEqual([]);
    await db().run("UPDATE posts SET status = 'failed' WHERE id = ?", [failed.id]);
    const form = new FormData();
    const { readFile } = await import('node:fs/promises');
    form.append('file', new Blob([await readFile(fixture('portrait.mp4'))]), 'portrait.mp4');
    expect((await user.put(`/api/videos/${failed.id}/file`, form)).status).toBe(200);
    expect(await told([one])).toEqual([['same_media', failed.id]]);
  });
});

import type { DataSource } from 'typeorm';
import type { Caller } from '../../backend/common/http/caller.decorator';
import type { Database } from '../../backend/database/database';
import { PostEdits } from '../../backend/publishing/edits/post-edits.service';
import { PostsService } from '../../backend/publishing/posts/posts.service';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts } from '../support/many-accounts';
import { servicesOn } from '../support/services';

const CALLER = { id: 1, timezone: 'UTC' } as Caller;

eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    await addAccounts(db, 1);
  });
  afterAll(() => dataSource.destroy());

  it.each([
    ['case', 'Fresh bread', 'Fresh Bread'],
    ['accents', 'Cafe', 'Café'],
    ['trailing blanks', 'Fresh bread', 'Fresh bread  '],
  ])('text that is appended overwrites no edit that differs in %s', async (_what, before, edited) => {
    const id = await db.insert('posts', {
      ...{ user_id: 1, account_id: 1, kind: 'text', network: 'facebook', format: 'text', title: 'Waits' },
      ...{ status: 'pending', size_bytes: 0, width: 0, height: 0, created_at: 1, description: before },
    });
    const services = servicesOn({ db, dataSource });
    const posts = services.get(PostsService);
    const find = posts.find.bind(posts);
    jest.spyOn(posts, 'find').mockImplementationOnce(async (...asked) => {
      const read = await find(...asked);
      await db.run('UPDATE posts SET description = ? WHERE id = ?', [edited, id]);
      return read;
    });
    const edits = services.get(PostEdits);
    await expect(edits.append(CALLER, id, '#fresh')).rejects.toMatchObject({ statusCode: 409 });
    expect((await find(null, CALLER, id)).description).toBe(edited);
    await edits.append(CALLER, id, '\n#fresh');
    expect((await find(null, CALLER, id)).description).toBe(`${edited}\n#fresh`);
  });
});

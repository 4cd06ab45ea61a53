import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../backend/database/database';
import { Draws } from '../simulation/draws';
import type { FakeGraphProcess } from '../support/fake-graph/process';
import { addAccounts, bringUpToDate, insertRows, pageOf } from '../support/many-accounts';
import type { Walk } from './plan';

/** A post as it has to go out. */
export interface Wanted {
  title: string;
  account: number;
  dueAt: number;
  sha256: string;
  key: string;
  bytes: Buffer;
}

const SMALLEST_BYTES = 2_000;
const LARGEST_BYTES = 40_000;

/** Every third account is an Instagram account. */
const isInstagram = (account: number): boolean => account % 3 === 0;
const instagramOf = (account: number): string => `17841400${String(account).padStart(9, '0')}`;

/** The users with their accounts, on the network and in the database. */
export async function addUsers(db: Database, fake: FakeGraphProcess, accounts: number): Promise<void> {
  await addAccounts(db, accounts);
  for (let n = 1; n <= accounts; n++) {
    const igId = isInstagram(n) ? instagramOf(n) : undefined;
    await fake.addPage({ id: pageOf(n), name: `Page ${n}`, token: `EAAB_page_${n}`, igId });
    if (!igId) continue;
    await db.run(
      "UPDATE accounts SET network = 'instagram', remote_id = ?, page_remote_id = ? WHERE id = ?",
      [igId, pageOf(n), n],
    );
  }
}

/** Posts whose times are spread over the walk, with media of their own. */
export function drawPosts({ seed, posts, accounts, faultsMs }: Walk, from: number): Wanted[] {
  const draws = new Draws('posts', seed);
  return Array.from({ length: posts }, (_, n) => {
    const account = (n % accounts) + 1;
    const bytes = draws.bytes(draws.whole(SMALLEST_BYTES, LARGEST_BYTES));
    const isPhoto = !isInstagram(account) && draws.chance(0.3);
    // The network looks at the first bytes of a photo.
    if (isPhoto) bytes.write('ffd8ffe0', 'hex');
    return {
      title: `Walk ${seed}, post ${n}`,
      account,
      dueAt: Math.round(from + draws.between(0, faultsMs)),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      key: `${draws.bytes(20).toString('hex')}.${isPhoto ? 'jpg' : 'mp4'}`,
      bytes,
    };
  });
}

/** Puts the media into the storage, and then the rows into the database. */
export async function addWork(db: Database, mediaDir: string, wanted: Wanted[]): Promise<void> {
  for (const { key, bytes } of wanted) {
    const drawer = join(mediaDir, key.slice(0, 2));
    await mkdir(drawer, { recursive: true });
    await writeFile(join(drawer, key), bytes);
  }
  await insertRows(db, 'posts', wanted.length, (n) => {
    const { title, account, dueAt, key, bytes } = wanted[n - 1]!;
    const isPhoto = key.endsWith('.jpg');
    const [network, kind, format] = isInstagram(account)
      ? (['instagram', 'instagram_video', 'reel'] as const)
      : (['facebook', isPhoto ? 'photo' : 'video', isPhoto ? 'photo' : 'video'] as const);
    return {
      user_id: account,
      account_id: account,
      kind,
      network,
      format,
      title,
      status: 'pending' as const,
      scheduled_for: dueAt,
      due_at: dueAt,
      file_key: key,
      size_bytes: bytes.length,
      width: 1080,
      height: 1920,
      duration_ms: isPhoto ? null : 20_000,
      created_at: dueAt - 86_400_000,
    };
  });
  await bringUpToDate(db);
}
